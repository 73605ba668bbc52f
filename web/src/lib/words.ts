// The words of the page, in every language it speaks. A missing word is a type error.

import { knit } from './knit';
import { prefs } from './prefs.svelte';
import { en } from './words/en';
import { fr } from './words/fr';

export type Language = 'en' | 'fr';
export type Key = keyof typeof en;

const CATALOGUES: Record<Language, Record<Key, string>> = { en, fr };

export const LANGUAGES: [Language, string][] = [
  ['en', 'English'],
  ['fr', 'Français'],
];

/** A text with its blanks filled; `{n:hex|hexes}` is the word that goes with the number n. A key that comes from data and is not known
 * stands for itself. */
export function t(key: string, blanks: Record<string, string | number> = {}): string {
  const template =
    CATALOGUES[prefs.language][key as Key] ?? key.slice(key.indexOf('.') + 1).replaceAll('_', ' ');
  const whole = prefs.language === 'fr' ? knit(template) : template;
  return whole.replace(
    /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g,
    (blank, name: string, one?: string, many?: string) => {
      const value = blanks[name];
      if (value === undefined) return blank;
      if (one === undefined || many === undefined) return String(value);
      return new Intl.PluralRules(prefs.language).select(Number(value)) === 'one' ? one : many;
    },
  );
}

/** A number of half points as a text: 7 is `3½`. */
export function halves(n: number): string {
  const whole = Math.trunc(n / 2);
  if (n % 2 === 0) return String(whole);
  return `${whole === 0 ? (n < 0 ? '-' : '') : whole}½`;
}

/** A time in seconds since 1970, for readers. */
export function when(seconds: number): string {
  const format = new Intl.DateTimeFormat(prefs.language, { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(new Date(seconds * 1000));
}

/** Tenths of a percent, for readers. */
export function percent(permille: number): string {
  const format = new Intl.NumberFormat(prefs.language, { style: 'percent', maximumFractionDigits: 1 });
  return format.format(permille / 1000);
}
