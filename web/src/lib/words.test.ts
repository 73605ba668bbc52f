import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { prefs } from './prefs.svelte';
import { read } from './board.fixture';
import { halves, percent, t, when } from './words';
import { en } from './words/en';
import { fr } from './words/fr';

const blanks = (text: string) => [...text.matchAll(/\{(\w+)[:}]/g)].map((m) => m[1]).sort();

afterEach(() => (prefs.language = 'en'));

describe('the catalogues', () => {
  it('have the same keys in the same order of thought', () => {
    expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort());
  });

  it('have the same blanks in every text', () => {
    for (const [key, text] of Object.entries(en)) {
      expect([...new Set(blanks(fr[key as keyof typeof fr]))], key).toEqual([...new Set(blanks(text))]);
    }
  });

  it('leave no text empty, and none in the other language', () => {
    const same = Object.entries(en).filter(
      ([key, text]) => text.length > 24 && fr[key as keyof typeof fr] === text,
    );
    expect(same).toEqual([]);
    expect([...Object.values(en), ...Object.values(fr)].filter((text) => text.trim() === '')).toEqual([]);
  });

  it('name no key twice, in whatever parts', () => {
    for (const language of ['en', 'fr']) {
      const parts = readdirSync(new URL(`./words/${language}`, import.meta.url)).filter(
        (part) => part !== 'index.ts',
      );
      const keys = parts.flatMap((part) =>
        [...read(`./words/${language}/${part}`).matchAll(/^ {2}'?([\w. -]+?)'?:/gm)].map((m) => m[1]),
      );
      expect(keys.length).toBeGreaterThan(500);
      expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
    }
  });
});

describe('texts', () => {
  it('have their blanks filled, in the chosen language', () => {
    expect(t('game.turn', { turn: 2, turns: 6 })).toBe('Turn 2 of 6');
    prefs.language = 'fr';
    expect(t('timeline.at', { turn: 2, step: 3, last: 9 })).toBe('Tour 2, étape 3 sur 9');
  });

  it('are not broken before a French colon or question mark', () => {
    expect(t('lobby.what')).toBe('What is this?');
    prefs.language = 'fr';
    expect(t('lobby.what')).toBe('De quoi s’agit-il\u00a0?');
    expect(t('lobby.rules', { title: 'A : B' })).toBe('Règles\u00a0: A : B');
  });

  it('have the word that goes with a number', () => {
    expect([0, 1, 2].map((n) => t('overlay.hexes', { n }))).toEqual(['0 hexes', '1 hex', '2 hexes']);
    prefs.language = 'fr';
    expect([0, 1, 2].map((n) => t('overlay.hexes', { n }))).toEqual([
      '0 hexagone',
      '1 hexagone',
      '2 hexagones',
    ]);
  });

  it('that come from data and are not known stand for themselves', () => {
    expect(t('symbol.camel_battery')).toBe('camel battery');
    expect(t('game.turn')).toBe('Turn {turn} of {turns}');
  });
});

describe('figures', () => {
  it('have halves', () => {
    expect([7, 6, 1, 0, -1, -7].map(halves)).toEqual(['3½', '3', '½', '0', '-½', '-3½']);
  });

  it('are written as the language does', () => {
    expect(percent(125)).toBe('12.5%');
    prefs.language = 'fr';
    expect(percent(125)).toMatch(/^12,5\s%$/);
    expect(when(0)).toMatch(/19(69|70)/);
  });
});
