// What a person has set for all games, kept in the browser.

import type { Calling } from './call';
import type { Tempo } from './pace';
import type { Language } from './words';

/** When a chosen answer must be confirmed: always; when chance decides or it cannot be taken back; never. */
export type Confirm = 'always' | 'chance' | 'never';

/** Which way a unit looks that has been sent somewhere: the sensible way by itself, or one is asked. */
export type Halting = 'itself' | 'ask';

/** How long a card with what was thrown stands on the map: until it is acknowledged, for a while, not at all. */
export type Results = 'kept' | 'while' | 'never';

export interface Prefs {
  theme: 'auto' | 'light' | 'dark';
  language: Language;
  textSize: number;
  safeColours: boolean;
  stillness: boolean;
  confirm: Confirm;
  tempo: Tempo;
  halting: Halting;
  results: Results;
  calling: Calling;
  name: string;
  contribution: string;
  lessonsSeen: string[];
  /** Whether a battle begins with a briefing. */
  briefing: boolean;
  /** The games whose briefing has been read. */
  briefed: string[];
}

const KEY = 'berthier';

function defaults(): Prefs {
  const french = typeof navigator !== 'undefined' && navigator.language.startsWith('fr');
  return {
    theme: 'auto',
    language: french ? 'fr' : 'en',
    textSize: 1,
    safeColours: false,
    stillness: false,
    confirm: 'chance',
    tempo: 'brisk',
    halting: 'itself',
    results: 'kept',
    calling: 'sound',
    name: '',
    contribution: '',
    lessonsSeen: [],
    briefing: true,
    briefed: [],
  };
}

function load(): Prefs {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...defaults(), ...(kept as Partial<Prefs>) };
  } catch {
    return defaults();
  }
}

export const prefs: Prefs = $state(load());

/** Keeps the settings, and puts those that concern the whole page into effect. */
export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    // A browser that stores nothing forgets the settings; the game does not need them.
  }
  const root = document.documentElement;
  root.lang = prefs.language;
  root.dataset.theme = prefs.theme;
  root.dataset.still = String(prefs.stillness);
  root.style.setProperty('--text-size', String(prefs.textSize));
}

/** Whether nothing shall move by itself: as set here, or in the system. */
export function isStill(): boolean {
  return prefs.stillness || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
