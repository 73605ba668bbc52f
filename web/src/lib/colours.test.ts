import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const SOURCE = new URL('..', import.meta.url);
/** Where colours stand: the page's tokens, and the cloth of the nations, which is the engraver's. */
const PALETTES = ['app.css', 'lib/cloth.ts'];

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(svelte|ts|css)$/.test(file) && !/\.test\.ts$|fixture|^lib\/wire\//.test(file),
);

/** Raw colours in a text: not the addresses of pages, and not the ends of links. */
function raw(text: string): string[] {
  return [...text.matchAll(/(?<=[\s"'`(:])#[0-9a-f]{3,8}\b/gi)].map(([colour]) => colour);
}

describe('colours', () => {
  it('are tokens everywhere but in their palettes', () => {
    expect(files.length).toBeGreaterThan(80);
    const found = files
      .filter((file) => !PALETTES.includes(file))
      .map((file) => [file, raw(readFileSync(new URL(file, SOURCE), 'utf8'))] as const);
    expect(found.filter(([, colours]) => colours.length > 0)).toEqual([]);
  });

  it('are declared once, outside of any rule', () => {
    const [, rules = ''] = readFileSync(new URL('app.css', SOURCE), 'utf8').split(
      /:root\[data-theme='light'\]/,
    );
    expect(raw(rules)).toEqual([]);
  });

  it('that are used are declared', () => {
    const declared = new Set(
      [...readFileSync(new URL('app.css', SOURCE), 'utf8').matchAll(/(--[\w-]+):/g)].map(([, name]) => name),
    );
    const used = files.flatMap((file) =>
      [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(/var\((--[\w-]+)\)/g)].map(
        ([, name]) => `${name} ${file}`,
      ),
    );
    const set = new Set(
      files.flatMap((file) =>
        [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(/style:(--[\w-]+)/g)].map(
          ([, name]) => name,
        ),
      ),
    );
    expect(used.filter((use) => !declared.has(use.split(' ')[0]!) && !set.has(use.split(' ')[0]!))).toEqual(
      [],
    );
  });
});
