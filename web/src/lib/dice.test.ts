import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  chainFault,
  chiSquare,
  commitment,
  facesOf,
  gameKey,
  mixedKey,
  readJournal,
  tail,
  throwDie,
  verdictOf,
  verify,
  type CheckName,
  type Verdict,
} from './dice';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex as hex, hexToBytes as unhex } from '@noble/hashes/utils.js';
import type { VerifyData } from './wire';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** The vectors of the Rust test `the_committed_dice_keep_their_documented_bytes`, computed by a third implementation. */
const vectors = '../../../crates/table/src/tests/';
/** A short game of two people, given up by one: written by the server. */
const journal = read('./fixtures/journal.txt');
const text = (words: string) => new TextEncoder().encode(words);

/** What the server would tell of the journal. */
function told(): VerifyData {
  const { commitment, contributions, seed, throws } = readJournal(journal);
  return {
    commitment,
    contributions: contributions.map((c) => c.hex),
    promises: [],
    seed,
    throws: throws.map(({ n, faces, outcome }) => ({ n, faces, outcome })),
    journal,
  };
}

const state = (verdict: Verdict, name: CheckName) =>
  verdict.checks.find((check) => check.name === name)?.state;
const failed = (verdict: Verdict) =>
  verdict.checks.filter((check) => check.state === 'failed').map((check) => check.name);

afterEach(() => vi.unstubAllGlobals());

describe('the bytes of the dice', () => {
  it('publishes the documented commitment', () => {
    expect(commitment(new Uint8Array(32).fill(7))).toBe(read(`${vectors}commitment.txt`).trim());
  });

  it('throws the documented throws', () => {
    const key = gameKey(new Uint8Array(32).fill(7), [text('red'), new Uint8Array()]);
    const throws = Array.from({ length: 40 }, (_, n) => throwDie(key, n, 10));
    expect(throws.join(' ')).toBe(read(`${vectors}throws.txt`).trim());
  });

  it('needs nothing of the browser, which gives its cryptography to some pages only', () => {
    vi.stubGlobal('crypto', {});
    const key = gameKey(new Uint8Array(32).fill(7), [text('red'), new Uint8Array()]);
    expect(throwDie(key, 1, 10)).toBe(7);
    expect(verify({ journal })).toMatchObject({ seed: readJournal(journal).seed });
  });
});

describe('an honest journal', () => {
  it('is read', () => {
    const found = readJournal(journal);
    expect(found).toMatchObject({
      rulebook: 'jdg',
      battle: 'tutorial',
      isEnded: true,
      lines: 49,
      answers: 14,
    });
    expect(found.seats).toEqual([
      { side: 'french', who: 'Anna' },
      { side: 'allied', who: 'Anna' },
    ]);
    expect(found.contributions).toEqual([
      { side: 'french', hex: 'c0ffee' },
      { side: 'allied', hex: '' },
    ]);
    expect(found.throws.map(({ n, faces, outcome }) => [n, faces, outcome])).toEqual([
      [0, 10, 7],
      [1, 10, 9],
    ]);
  });

  it('passes every check, with the server and the noted commitment', () => {
    const verdict = verify({
      data: told(),
      noted: ` ${readJournal(journal).commitment.toUpperCase()} `,
    });
    expect(verdict.checks.map((check) => check.state)).toEqual(Array(6).fill('passed'));
    expect(verdict.throws.every((thrown) => thrown.own === thrown.told)).toBe(true);
  });

  it('passes without a server, where only it is there', () => {
    const verdict = verify({ journal });
    expect(failed(verdict)).toEqual([]);
    expect(state(verdict, 'same')).toBe('open');
    expect(state(verdict, 'noted')).toBe('open');
    expect(state(verdict, 'throws')).toBe('passed');
  });
});

/** Chains all lines anew, as a forger would. */
function forged(change: (lines: string[]) => string[]): string {
  const texts = journal
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(0, line.lastIndexOf(' ')));
  let chain = sha256(text('berthier journal\n'));
  const seal = (line: string) => {
    const bytes = text(line);
    const all = new Uint8Array(32 + bytes.length);
    all.set(chain);
    all.set(bytes, 32);
    chain = sha256(all);
    return `${line} ${hex(chain).slice(0, 16)}\n`;
  };
  return change(texts).map(seal).join('');
}

describe('a tampered journal', () => {
  it('breaks its chain at the changed line, wherever a byte is changed', () => {
    const lines = journal.trimEnd().split('\n');
    for (let at = 0; at < lines.length; at += 4) {
      const changed = lines.map((line, i) => (i === at ? line.replace(/^(\w)(\w+)/, '$1x$2') : line));
      expect(chainFault(`${changed.join('\n')}\n`)?.line).toBe(at + 1);
    }
    expect(chainFault(journal)).toBeUndefined();
  });

  it('breaks its chain where a line is missing or stands twice', () => {
    const lines = journal.trimEnd().split('\n');
    expect(chainFault(lines.toSpliced(24, 1).join('\n'))?.line).toBe(25);
    expect(chainFault(lines.toSpliced(24, 0, lines[23]!).join('\n'))?.line).toBe(25);
  });

  it('is found by the throw, though every line was chained anew', () => {
    const text = forged((lines) => lines.map((line) => line.replace('throw 1 10 9', 'throw 1 10 0')));
    const verdict = verify({ journal: text });
    expect(failed(verdict)).toEqual(['throws']);
    expect(verdict.checks.at(-1)).toMatchObject({ n: 1, told: '0', own: '9', line: 26 });
    expect(failed(verify({ data: told(), journal: text }))).toEqual(['same', 'throws']);
  });

  it('is found by the commitment, if another seed is revealed', () => {
    const text = forged((lines) =>
      lines.map((line) => (line.startsWith('reveal') ? `reveal ${'5'.repeat(64)}` : line)),
    );
    expect(failed(verify({ journal: text }))).toContain('commitment');
  });

  it('is found by what was noted before play, if seed and commitment were both exchanged', () => {
    const seed = new Uint8Array(32).fill(9);
    const promised = commitment(seed);
    const key = gameKey(seed, [unhex('c0ffee'), new Uint8Array()]);
    const own = [0, 1].map((n) => throwDie(key, n, 10));
    const text = forged((lines) =>
      lines.map((line) => {
        if (line.startsWith('reveal')) return `reveal ${hex(seed)}`;
        if (line.startsWith('commitment')) return `commitment ${promised}`;
        const n = /^throw (\d)/.exec(line)?.[1];
        return n ? `throw ${n} 10 ${own[Number(n)]}` : line;
      }),
    );
    expect(failed(verify({ journal: text }))).toEqual([]);
    expect(failed(verify({ journal: text, noted: readJournal(journal).commitment }))).toEqual(['noted']);
  });

  it('is found by the contributions: another one makes other throws', () => {
    const text = forged((lines) => lines.map((line) => line.replace('french c0ffee', 'french c0ffef')));
    expect(failed(verify({ journal: text }))).toEqual(['throws']);
  });

  it('is found by the numbers, if a throw was left out', () => {
    const text = forged((lines) => lines.filter((line) => !line.startsWith('throw 0')));
    expect(failed(verify({ journal: text }))).toEqual(['numbers']);
  });

  it('follows seeds that were mixed in under play, and finds another contribution to them', () => {
    const [first, fresh, given] = [
      unhex(readJournal(journal).seed!),
      new Uint8Array(32).fill(5),
      new Uint8Array(32).fill(6),
    ];
    const before = gameKey(first, [unhex('c0ffee'), new Uint8Array()]);
    const key = mixedKey(fresh, before, [new Uint8Array(), given]);
    const own = throwDie(key, 1, 10);
    const promised = commitment(fresh);
    const make = (contributed: string) =>
      forged((lines) =>
        lines.flatMap((line) => {
          if (line.startsWith('throw 0'))
            return [line, `promise ${promised}`, `contribution allied ${contributed}`, 'mix'];
          if (line.startsWith('throw 1')) return [`throw 1 10 ${own}`];
          return line.startsWith('reveal') ? [line, `reveal ${hex(fresh)}`] : [line];
        }),
      );
    const verdict = verify({
      journal: make(hex(given)),
      noted: `${readJournal(journal).commitment} ${promised}`,
    });
    expect(failed(verdict)).toEqual([]);
    expect(state(verdict, 'throws')).toBe('passed');
    expect(verdict.mixes).toMatchObject([{ from: 1, seed: hex(fresh) }]);
    const others = ['00', '01', '02', '03'].map((byte) => failed(verify({ journal: make(byte.repeat(32)) })));
    expect(others.flat()).toContain('throws');
    expect(
      failed(
        verify({
          journal: make(hex(given)),
          noted: `${readJournal(journal).commitment} ${'0'.repeat(64)}`,
        }),
      ),
    ).toEqual(['noted']);
  });

  it('is refused, if it is something else', () => {
    expect(() => verify({ journal: 'no journal' })).toThrow();
    expect(state(verify({ journal: journal.split('\n').slice(0, -3).join('\n') }), 'commitment')).toBe(
      'open',
    );
  });
});

describe('how evenly the dice fell', () => {
  it('counts faces by kind of die, the most thrown first', () => {
    const throws = [1, 1, 3]
      .map((outcome) => ({ faces: 4, told: outcome }))
      .concat([
        { faces: 10, told: 9 },
        { faces: 1, told: 0 },
      ]);
    expect(facesOf(throws).map(({ faces, counts }) => [faces, counts])).toEqual([
      [4, [0, 2, 0, 1]],
      [10, [0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ]);
  });

  it('knows chi-square and its tail from the tables', () => {
    expect(chiSquare([5, 5, 5, 5])).toBe(0);
    expect(chiSquare([8, 12])).toBeCloseTo(0.8);
    for (const [degrees, square, p] of [
      [1, 3.841, 0.05],
      [2, 5.991, 0.05],
      [5, 11.07, 0.05],
      [9, 16.919, 0.05],
      [9, 21.666, 0.01],
      [10, 4.865, 0.9],
    ] as const) {
      expect(tail(square, degrees)).toBeCloseTo(p, 3);
    }
    expect(tail(0, 9)).toBe(1);
  });

  it('says it in a word', () => {
    const of = (counts: number[]) =>
      verdictOf(
        facesOf(
          counts.flatMap((count, told) =>
            Array.from({ length: count }, () => ({ faces: counts.length, told })),
          ),
        )[0]!,
      );
    expect(of([1, 2])).toBe('few');
    expect(of([30, 34, 26, 30])).toBe('usual');
    expect(of([45, 30, 20, 30])).toBe('uneven');
    expect(of([90, 10, 10, 10])).toBe('strange');
    expect(of([1000, 1001, 1000, 999])).toBe('even');
  });
});
