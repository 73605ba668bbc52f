// A small board and position for the tests: four columns and three rows, two sides with two units each and a commander.

import { readFileSync } from 'node:fs';
import type { Board, Counter, CounterData, Position, Question, Symbol } from './wire';

export const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

function card(id: string, side: number, symbol: Symbol = 'infantry', formation?: number): CounterData {
  return {
    id,
    name: id.toUpperCase(),
    side,
    formation,
    nation: side === 0 ? 'france' : 'prussia',
    symbol,
    kind: symbol.replace('_', ' '),
    figures: [{ name: 'strength', value: '4' }],
    reverse: [],
    overlays: ['reach', 'sight'],
  };
}

export function board(): Board {
  return {
    ground: {
      name: 'Scrap',
      columns: 4,
      rows: 3,
      kinds: [
        { id: 'clear', label: 'open ground' },
        { id: 'woods', label: 'light woods' },
      ],
      terrain: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      levels: [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      hexsides: [],
      roads: [],
      places: [{ hex: 1, name: 'Hill' }],
      entries: [],
    },
    sides: [
      { id: 'french', name: 'French', colour: '#224488' },
      { id: 'prussian', name: 'Prussians', colour: '#333333' },
    ],
    units: [
      card('a', 0, 'infantry', 0),
      card('b', 0, 'foot_artillery', 0),
      card('c', 1),
      card('d', 1, 'light_cavalry'),
    ],
    leaders: [card('l', 0, 'commander')],
    formations: [{ id: 'div', name: 'Division', side: 0, stripe: '#ff0000', units: [0, 1] }],
    markers: [{ id: 'm', name: 'Lannes', side: 0, value: '4', formations: [0] }],
    turns: [{ time: '10:00', weather: 'clear' }],
    arrivals: [],
    objectives: [{ hex: 1, name: 'Hill', points: 5 }],
    verbs: [
      { word: 'go', label: 'Go' },
      { word: 'fire', label: 'Fire {unit} at {hex}' },
      { word: 'pass', label: 'Pass' },
      { word: 'turn', label: 'Turn {0} to {1}' },
    ],
    facings: ['NE', 'E', 'SE', 'SW', 'W', 'NW'].map((name, n) => ({ name, degrees: 30 + 60 * n })),
    questions: [],
    arms: [{ id: 'infantry', label: 'infantry', symbols: ['infantry', 'light_infantry', 'grenadier'] }],
    states: [
      { id: 'good', label: 'in good order', fitness: 'steady', look: 'plain' },
      { id: 'disordered', label: 'disordered', fitness: 'shaken', look: 'striped' },
      { id: 'routed', label: 'routed', fitness: 'shaken', look: 'pale' },
      { id: 'eliminated', label: 'eliminated', fitness: 'lost', look: 'plain' },
    ],
    badges: [
      { id: 'square', label: 'in square', sign: 'square', all_round: true },
      { id: 'fired', label: 'has fired', sign: 'smoke', all_round: false },
      { id: 'replied', label: 'has fired in reply', all_round: false },
    ],
    phases: [{ id: 'activation', label: 'Activation' }],
    steps: [{ id: 'fire', label: 'fire' }],
    formation_marks: [],
    orders: [{ id: 'orders', label: 'has orders' }],
    marker_states: [{ id: 'cup', label: 'in the cup', in_play: true }],
    events: [],
    overlays: [
      { id: 'reach', label: 'Reach' },
      { id: 'sight', label: 'Sight', line: 'line' },
      { id: 'fire', label: 'Fire', line: 'line' },
      { id: 'line', label: 'Line', aimed: true },
    ],
    place_overlays: ['sight'],
    route_overlay: 'reach',
    layers: [],
  };
}

export function counter(id: string, hex: number | undefined, more: Partial<Counter> = {}): Counter {
  return { id, at: hex === undefined ? [] : [hex], strength: '4', ratings: '4-6-5', state: 'good', ...more };
}

export function position(...counters: Counter[]): Position {
  return {
    clock: { turn: 1, turns: 3, phase: 'activation' },
    counters,
    markers: [{ marker: 0, state: 'cup' }],
    formations: [{ formation: 0, marks: [] }],
    groups: [
      { group: 1, units: [0, 1], order: 'orders', revealed: false },
      { group: 2, units: [2], revealed: false },
    ],
    holders: [null],
    half_points: [0, 0],
    losses: [0, 0],
  };
}

export function question(groups: Question['groups'], about: string[] = []): Question {
  return { id: 7, side: 0, rule: '1', key: 'x', about, text: 'What now?', count: 0, groups };
}
