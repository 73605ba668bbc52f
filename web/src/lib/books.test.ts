// The client knows no rulebook: what a book calls its own stands in no source of the page. The words looked for are those of the messages
// of every book in `books/`, and of the drill book, which only tests play.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { en } from './words/en';

const SOURCE = new URL('..', import.meta.url);
const SHELVES = ['../../../books/', '../../../crates/drill/books/'].map(
  (path) => new URL(path, import.meta.url),
);
const BOOKS = SHELVES.flatMap((shelf) =>
  readdirSync(shelf, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => new URL(`${entry.name}/`, shelf)),
);

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(svelte|ts)$/.test(file) && !/\.test\.ts$|fixture|^lib\/wire\//.test(file))
  .map((file) => [file, readFileSync(new URL(file, SOURCE), 'utf8')] as const);
const [texts, code] = [true, false].map((isTexts) =>
  sources.filter(([file]) => file.startsWith('lib/words/') === isTexts),
) as [typeof sources, typeof sources];

/** The words of all catalogues: table, key and text. */
function messages(language: string): [table: string, key: string, text: string][] {
  const files = BOOKS.map((book) => new URL(`messages.${language}.toml`, book)).filter(existsSync);
  return files.flatMap((file) => {
    let table = '';
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line): [string, string, string][] => {
        table = /^\[(\w+)\]/.exec(line)?.[1] ?? table;
        const [, key, text] = /^"?([\w.-]+)"? = "(.*)"$/.exec(line) ?? [];
        return key ? [[table, key, text!]] : [];
      });
  });
}

const ENGLISH = messages('en');

/** What the board declares: the beginnings of its keys among the words. */
const DECLARED = 'state badge phase step mark marker order terrain arm kind weather layer event'.split(' ');
/** Those whose labels are so much a book's own that no text of the page may hold them either. */
const OWN = 'state badge phase step mark terrain arm'.split(' ');

/** Words that a book and the house both use, each for its own. */
const HOUSE = new Set(
  (
    'commander infantry light_infantry grenadier cavalry light_cavalry heavy_cavalry foot_artillery horse_artillery ' + // symbols
    'game group place join open no top turn go own over line range done stack waiting unit enter give face again ' + // pages, buttons, roles, elements, marks on the map
    'drawn delayed strength facing sight lost shaken phase column form first points'
  ) // verdicts, views, conditions and choices of standing orders, fitness, keys, classes and attributes of what is drawn
    .split(' '),
);
/** Words that are everybody's. */
const EVERYDAY = new Set(
  (
    'orders over draw fire movement final rough clear open routed line command lost shaken ' +
    'ordres terminée mouvement tir fin ferme tirage ligne perdu perdue'
  ).split(' '),
);

const idOf = (key: string) => key.slice(key.lastIndexOf('.') + 1);
const tableOf = (key: string) => /^[\w-]+(?=\.)/.exec(key)?.[0] ?? '';
const keysOf = (...tables: string[]) =>
  ENGLISH.flatMap(([table, key]) => (tables.includes(table) ? [key] : []));
const declared = keysOf('word').filter(
  (key) => DECLARED.includes(tableOf(key)) || key.startsWith('overlay.button.'),
);
const ids = new Set([...declared.map(idOf), ...keysOf('verb')].filter((id) => !HOUSE.has(id)));
const keys = keysOf('event', 'question', 'refusal', 'modifier', 'throw');
const families = new Set(keys.filter((key) => key.includes('.')).map(tableOf));

/** The strings of a source, without comments and styles. */
function strings(text: string): string[] {
  const bare = text.replace(/<style>[\s\S]*<\/style>/, '').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  return [...bare.matchAll(/'((?:[^'\\\n]|\\.)*)'|"([^"\n]*)"|`([^`]*)`/g)].map((m) => m[1] ?? m[2] ?? m[3]!);
}

/** Whether a string is a key of a book that is none of the page's, or begins like one. */
const isKey = (text: string) =>
  (text.includes('.') && keys.includes(text) && !(text in en)) ||
  (/^([\w-]+)\.($|\$)/.test(text) && families.has(tableOf(text)));

describe('no word of a book', () => {
  it('is compared with, or looked up, in the code of the page', () => {
    expect([BOOKS.length > 2, code.length > 80, ids.size > 120, keys.length > 700]).toEqual(
      Array(4).fill(true),
    );
    const found = code.flatMap(([file, text]) =>
      strings(text)
        .filter((said) => ids.has(said) || isKey(said))
        .map((said) => `${file}: ${said}`),
    );
    expect(found).toEqual([]);
  });

  it('has a translation of the page’s own', () => {
    const found = code.concat(texts).flatMap(([file, text]) =>
      strings(text)
        .filter((said) => OWN.includes(tableOf(said)))
        .map((said) => `${file}: ${said}`),
    );
    expect(found).toEqual([]);
  });

  it('stands in what the page says', () => {
    for (const language of ['en', 'fr']) {
      const words = messages(language).filter(
        ([table, key]) => table === 'word' && OWN.includes(tableOf(key)),
      );
      const labels = words.map(([, , label]) => label.toLowerCase()).filter((label) => !EVERYDAY.has(label));
      const one = new RegExp(`(?<!\\p{L})(${labels.join('|')})(?!\\p{L})`, 'giu');
      const found = texts
        .filter(([file]) => file.includes(`/${language}/`))
        .flatMap(([file, text]) =>
          strings(text.replace(/^ +'[\w. -]+':/gm, '')).flatMap((said) =>
            [...said.matchAll(one)].map(([label]) => `${file}: ${label} in “${said}”`),
          ),
        );
      expect(found).toEqual([]);
    }
  });
});
