// From a question to what lights up on the map, and from clicks to an answer. No rules: it only follows what answers point at.

import type { Board, ChoiceGroup, Position, Question, Counter } from './wire';
import { byId, degreesOf, facingName, isLost } from './declared';
import { arrowOf } from './facings';
import { t } from './words';
import { groundOf } from './ground';

/** A pointer as a short text: `u3`, `h45`, `d2`. */
export type Pointer = string;

/** A legal answer. */
export interface Choice {
  index: number;
  verb: number;
  points: Pointer[];
}

/** All legal answers of a question, in the order of their numbers. */
export function expand(question: Question): Choice[] {
  const choices: Choice[] = [];
  for (const group of question.groups) {
    const width = group.kinds.length;
    const count = width === 0 ? 1 : group.at.length / width;
    for (let i = 0; i < count; i++) {
      const points = group.kinds.map((kind, k) => kind + String(group.at[i * width + k]));
      choices.push({ index: group.first + i, verb: group.verb, points });
    }
  }
  return choices;
}

/** Whether a group's answers point at a place and nothing else. */
export function isPlaces({ kinds }: ChoiceGroup): boolean {
  return kinds.length === 1 && kinds[0] === 'h';
}

export function kindOf(pointer: Pointer): string {
  return pointer.charAt(0);
}

export function numberOf(pointer: Pointer): number {
  return Number(pointer.slice(1));
}

/** The first pointer of a kind. */
export function firstOf(pointers: Pointer[], kinds: string): Pointer | undefined {
  return pointers.find((p) => kinds.includes(kindOf(p)));
}

/** The name of what a pointer points at. */
export function title(board: Board, pointer: Pointer): string {
  const n = numberOf(pointer);
  switch (kindOf(pointer)) {
    case 'u':
      return board.units[n]?.name ?? pointer;
    case 'l':
      return board.leaders[n]?.name ?? pointer;
    case 'h': {
      const place = board.ground.places.find((p) => p.hex === n);
      const label = groundOf(board).label(n);
      return place ? `${label} (${place.name})` : label;
    }
    case 'd':
      return facingName(n, board) || pointer;
    case 'f':
      return board.formations[n]?.name ?? pointer;
    case 'm': {
      const marker = board.markers[n];
      return marker ? `${marker.name}${marker.value ? ` (${marker.value})` : ''}` : pointer;
    }
    case 's':
      return board.sides[n]?.name ?? pointer;
    default:
      return String(n);
  }
}

const BLANKS: Record<string, string> = {
  unit: 'u',
  leader: 'l',
  hex: 'h',
  facing: 'd',
  formation: 'f',
  marker: 'm',
  side: 's',
  number: 'n',
};

/** A facing as an arrow. */
export function arrowTo(facing: Pointer, board: Board): string {
  return arrowOf(degreesOf(numberOf(facing), board));
}

/** The name of what an answer of a verb points at: its numbers may have names. */
function titleIn(board: Board, verb: number, pointer: Pointer): string {
  const named = kindOf(pointer) === 'n' ? board.verbs[verb]?.numbers?.[numberOf(pointer)] : undefined;
  return named ?? title(board, pointer);
}

/** An answer in words. */
export function label(board: Board, choice: Choice): string {
  const verb = board.verbs[choice.verb]?.label ?? '?';
  if (!verb.includes('{')) {
    // `Attack: Guards → 0805`, so that nobody reads that the guards are attacked.
    // Who does it to what, and lastly, in brackets, which way they look.
    const [last] = choice.points.slice(-1);
    const look = choice.points.length > 2 && last && kindOf(last) === 'd' ? last : undefined;
    const names = (look ? choice.points.slice(0, -1) : choice.points).map((p) => title(board, p)).join(' → ');
    const said = verb && choice.points.length > 1 ? t('pair', { a: verb, b: names }) : `${verb} ${names}`;
    return [said.trim(), look && `(${arrowTo(look, board)} ${title(board, look)})`].filter(Boolean).join(' ');
  }
  const taken: Pointer[] = [];
  const filled = verb.replace(/\{(\w+)\}/g, (blank, name: string) => {
    const kind = BLANKS[name];
    const pointer = kind ? firstOf(choice.points, kind) : choice.points[Number(name)];
    if (!pointer) return blank;
    taken.push(pointer);
    return titleIn(board, choice.verb, pointer);
  });
  const rest = choice.points.filter((pointer) => !taken.includes(pointer));
  return [filled, ...rest.map((pointer) => titleIn(board, choice.verb, pointer))].join(' → ');
}

/** What answers of a group have in common, as its heading: their verb, with the name of their number if it has one. */
export function headingOf(board: Board, choice: Choice): string {
  const verb = board.verbs[choice.verb];
  const number = firstOf(choice.points, 'n');
  const named = number && verb?.numbers?.[numberOf(number)];
  if (verb && named) return verb.label.replace(/\{number\}.*$/, named);
  return verb?.label.replace(/\s*\{.*$/, '') ?? '';
}

/** Answers in groups as they are listed: those of a verb that follow each other, parted by the names of their numbers. */
export function grouped(board: Board, choices: Choice[]): Choice[][] {
  const groups: Choice[][] = [];
  const key = (choice: Choice) => {
    const number = board.verbs[choice.verb]?.numbers && firstOf(choice.points, 'n');
    return `${choice.verb} ${number ?? ''}`;
  };
  for (const choice of choices) {
    const last = groups.at(-1);
    if (last && key(last[0]!) === key(choice)) last.push(choice);
    else groups.push([choice]);
  }
  return groups;
}

/** An answer in words, as it is said in answer to a question: what ends something has a name of its own there. */
export function labelIn(board: Board, question: Question, choice: Choice): string {
  return question.ending?.choice === choice.index ? question.ending.label : label(board, choice);
}

/** An answer as it stands in a list; what would read the same as another before it carries the number it has among them. */
export interface Listed {
  choice: Choice;
  nth: number;
}

/** The answers of a list as they are shown. Counters of one name and value are the same to a player: of those one is shown. */
export function listed(board: Board, choices: Choice[]): Listed[] {
  const alike = new Map<string, Choice[]>();
  const shown: Listed[] = [];
  for (const choice of choices) {
    const text = label(board, choice);
    const before = alike.get(text) ?? [];
    if (before.some((other) => sameToPlayer(board, other, choice))) continue;
    alike.set(text, [...before, choice]);
    shown.push({ choice, nth: before.length + 1 });
  }
  return shown;
}

/** Whether two answers differ in nothing but which of several equal markers they take. */
function sameToPlayer(board: Board, a: Choice, b: Choice): boolean {
  const equal = (x: Pointer, y: Pointer) =>
    x === y || (kindOf(x) === 'm' && kindOf(y) === 'm' && title(board, x) === title(board, y));
  return (
    a.verb === b.verb &&
    a.points.length === b.points.length &&
    a.points.every((point, i) => equal(point, b.points[i]!))
  );
}

/** An answer as it is typed: a verb and pointers. */
export function typed(board: Board, verb: number, points: Pointer[]): string {
  return [board.verbs[verb]?.word ?? '', ...points].join(' ');
}

/** Where counters stand: by their ids, and by hex with the highest first. */
export class Placements {
  readonly byId = new Map<string, Counter>();
  readonly byHex = new Map<number, Counter[]>();

  constructor(position: Position, board: Board) {
    for (const counter of position.counters) {
      this.byId.set(counter.id, counter);
      if (isLost(counter, board)) continue;
      for (const hex of counter.at) {
        const stack = this.byHex.get(hex);
        if (stack) stack.push(counter);
        else this.byHex.set(hex, [counter]);
      }
    }
    for (const stack of this.byHex.values()) stack.sort((a, b) => (b.height ?? 0) - (a.height ?? 0));
  }

  at(hex: number): Counter[] {
    return this.byHex.get(hex) ?? [];
  }

  hexOf(pointer: Pointer): number | undefined {
    return this.hexesOf(pointer)[0];
  }

  /** The hexes of a thing, the first where it is stacked. */
  hexesOf(pointer: Pointer): number[] {
    return kindOf(pointer) === 'h' ? [numberOf(pointer)] : (this.byId.get(pointer)?.at ?? []);
  }
}

/** The hexes that an answer lights up. */
export function hexesOf(choice: Choice, placements: Placements): number[] {
  return [...new Set(choice.points.flatMap((p) => placements.hexesOf(p)))];
}

/** The hex around which an answer's facing is shown as an arrow; none if it has no facing. */
export function anchorOf(choice: Choice, question: Question, placements: Placements): number | undefined {
  if (!firstOf(choice.points, 'd')) return undefined;
  const own = firstOf(choice.points, 'ul');
  if (own) return placements.hexOf(own);
  const place = firstOf(choice.points, 'h') ?? firstOf(question.about, 'h') ?? firstOf(question.about, 'ul');
  return place ? placements.hexOf(place) : undefined;
}

/** What a hex means among the answers: somewhere to go, one's own to act with, or the enemy. */
export type Meaning = 'go' | 'own' | 'enemy';

export interface Target {
  hex: number;
  meaning: Meaning;
  choices: Choice[];
}

/** The hexes that the answers point at, each with its answers. */
export function targets(
  question: Question,
  choices: Choice[],
  placements: Placements,
  board: Board,
): Map<number, Target> {
  const found = new Map<number, Target>();
  for (const choice of choices) {
    for (const hex of hexesOf(choice, placements)) {
      const target = found.get(hex);
      if (target) target.choices.push(choice);
      else found.set(hex, { hex, meaning: meaningOf(hex, question, placements, board), choices: [choice] });
    }
  }
  return found;
}

function meaningOf(hex: number, question: Question, placements: Placements, board: Board): Meaning {
  const top = placements.at(hex)[0];
  if (!top) return 'go';
  return sideOf(top.id, board) === question.side ? 'own' : 'enemy';
}

/** The side of a counter. */
export function sideOf(pointer: Pointer, board: Board): number | undefined {
  const n = numberOf(pointer);
  return (kindOf(pointer) === 'u' ? board.units[n] : board.leaders[n])?.side;
}

/** The answers that a click on a hex can mean: those that point at the counter on which it fell, if there are such, else all at the hex. */
export function atHex(
  hex: number,
  on: Pointer | undefined,
  choices: Choice[],
  placements: Placements,
): Choice[] {
  const here = choices.filter((choice) => hexesOf(choice, placements).includes(hex));
  const exact = on ? here.filter((choice) => choice.points.includes(on)) : [];
  return exact.length > 0 ? exact : here;
}

/** The route of an answer over the map, hex by hex where the reach of its unit is known; empty if it does not go from one hex to another. */
export function routeOf(choice: Choice, question: Question, placements: Placements, reach?: Reach): number[] {
  const to = firstOf(choice.points, 'h');
  if (!to) return [];
  const who = firstOf(choice.points, 'ul') ?? firstOf(question.about, 'ul');
  const from = who ? placements.hexOf(who) : undefined;
  const at = numberOf(to);
  if (from === undefined || from === at) return [];
  return (reach && reach.of === who && wayTo(at, from, reach)) || [from, at];
}

/** Where a unit can go, with its costs and routes. */
export interface Reach {
  of: Pointer | undefined;
  /** By hex: what it costs, the hex before it, and what must be pointed at before that step. */
  steps: Map<number, { cost: string; from: number | undefined; via?: Pointer }>;
}

/** The cheapest route to a hex within reach; none if it is not, or its steps are not known. */
export function wayTo(hex: number, start: number, reach: Reach): number[] | undefined {
  const route = [hex];
  for (let at = hex; at !== start;) {
    const before = reach.steps.get(at)?.from;
    if (before === undefined || route.length > reach.steps.size + 1) return undefined;
    route.unshift(before);
    at = before;
  }
  return route;
}

/** The unit whose route over the map is decided, and the kind of overlay that shows it: the one that a question for a hex is about, else the
 * one of an answer that is looked at. Of an answer that points at more than the unit a route is shown only where its verb names a kind. */
export function walkerOf(
  question: Question,
  subject: Choice | undefined,
  board: Board,
): { of: Pointer; kind: string } | undefined {
  const shown = (of: Pointer, kind: string | undefined) =>
    kind === undefined || byId(board.overlays, kind)?.aimed ? undefined : { of, kind };
  // What is looked at may lead otherwise than the question: a charge in the middle of a move.
  const [alone] = subject?.points.length === 1 ? subject.points : [];
  const otherwise = subject && board.verbs[subject.verb]?.route_overlay;
  if (
    alone &&
    otherwise !== undefined &&
    'ul'.includes(kindOf(alone)) &&
    sideOf(alone, board) === question.side
  )
    return shown(alone, otherwise);
  const own = board.questions.find(({ key }) => key === question.key)?.route_overlay;
  const asksWay = own !== undefined || question.groups.some(isPlaces);
  const asked = asksWay ? firstOf(question.about, 'ul') : undefined;
  if (asked) return shown(asked, own ?? board.route_overlay);
  const of = subject && firstOf(subject.points, 'ul');
  if (!of || sideOf(of, board) !== question.side) return undefined;
  // Commanders are chosen for much besides riding: only a verb that says so shows their way.
  const usual = subject.points.length === 1 && kindOf(of) === 'u' ? board.route_overlay : undefined;
  return shown(of, board.verbs[subject.verb]?.route_overlay ?? usual);
}

/** The line of an answer that sends something from a unit or a hex to a place, and the kind of overlay that shows it; none of others. */
export function aimOf(
  subject: Choice | undefined,
  question: Question,
  board: Board,
): { of: Pointer; to: number; kind: string } | undefined {
  const kind = subject && board.verbs[subject.verb]?.route_overlay;
  const unit = subject && firstOf(subject.points, 'ul');
  const [to, from] = subject?.points.filter((point) => kindOf(point) === 'h').reverse() ?? [];
  if (kind === undefined || !byId(board.overlays, kind)?.aimed || !unit || !to) return undefined;
  return sideOf(unit, board) === question.side ? { of: from ?? unit, to: numberOf(to), kind } : undefined;
}
