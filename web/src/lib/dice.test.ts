import { readFileSync } from 'node:fs';
import { webcrypto } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  chainFault,
  chiSquare,
  commitment,
  facesOf,
  gameKey,
  hex,
  hmac,
  mixedKey,
  readJournal,
  tail,
  throwDie,
  unhex,
  verdictOf,
  verify,
  type CheckName,
  type Verdict,
} from './dice';
import { sha256 } from './sha256';
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
  it('publishes the documented commitment', async () => {
    expect(await commitment(new Uint8Array(32).fill(7))).toBe(read(`${vectors}commitment.txt`).trim());
  });

  it('throws the documented throws', async () => {
    const key = await gameKey(new Uint8Array(32).fill(7), [text('red'), new Uint8Array()]);
    const throws = await Promise.all(Array.from({ length: 40 }, (_, n) => throwDie(key, n, 10)));
    expect(throws.join(' ')).toBe(read(`${vectors}throws.txt`).trim());
  });

  it('does the same where the browser gives no cryptography away', async () => {
    vi.stubGlobal('crypto', {});
    const key = await gameKey(new Uint8Array(32).fill(7), [text('red'), new Uint8Array()]);
    expect(await throwDie(key, 1, 10)).toBe(7);
    expect(await verify({ journal })).toMatchObject({ seed: readJournal(journal).seed });
  });

  it('computes HMAC as RFC 4231 says, also with a key longer than a block', async () => {
    expect(hex(await hmac(new Uint8Array(20).fill(0x0b), text('Hi There')))).toBe(
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
    const long = await hmac(
      new Uint8Array(131).fill(0xaa),
      text('Test Using Larger Than Block-Size Key - Hash Key First'),
    );
    expect(hex(long)).toBe('60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54');
  });

  it('computes SHA-256 by hand as the browser does, at every length around a block', async () => {
    expect(hex(sha256(text('abc')))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    for (let length = 0; length < 200; length += 3) {
      const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
      expect(hex(sha256(bytes))).toBe(hex(new Uint8Array(await webcrypto.subtle.digest('SHA-256', bytes))));
    }
  });

  it('reads hexadecimal digits both ways', () => {
    expect(hex(unhex('00ff1a'))).toBe('00ff1a');
    expect(() => unhex('0')).toThrow();
    expect(() => unhex('0g')).toThrow();
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

  it('passes every check, with the server and the noted commitment', async () => {
    const verdict = await verify({
      data: told(),
      noted: ` ${readJournal(journal).commitment.toUpperCase()} `,
    });
    expect(verdict.checks.map((check) => check.state)).toEqual(Array(6).fill('passed'));
    expect(verdict.throws.every((thrown) => thrown.own === thrown.told)).toBe(true);
  });

  it('passes without a server, where only it is there', async () => {
    const verdict = await verify({ journal });
    expect(failed(verdict)).toEqual([]);
    expect(state(verdict, 'same')).toBe('open');
    expect(state(verdict, 'noted')).toBe('open');
    expect(state(verdict, 'throws')).toBe('passed');
  });

  it('says how far it is', async () => {
    const shares: number[] = [];
    const many = told();
    delete many.journal;
    many.throws = Array.from({ length: 250 }, (_, n) => ({ n, faces: 10, outcome: 0 }));
    await verify({ data: many }, (share) => shares.push(share));
    expect(shares.length).toBeGreaterThan(1);
    expect(shares.every((share, i) => share >= 0 && share <= 1 && share >= (shares[i - 1] ?? 0))).toBe(true);
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
  it('breaks its chain at the changed line, wherever a byte is changed', async () => {
    const lines = journal.trimEnd().split('\n');
    for (let at = 0; at < lines.length; at += 4) {
      const changed = lines.map((line, i) => (i === at ? line.replace(/^(\w)(\w+)/, '$1x$2') : line));
      expect((await chainFault(`${changed.join('\n')}\n`))?.line).toBe(at + 1);
    }
    expect(await chainFault(journal)).toBeUndefined();
  });

  it('breaks its chain where a line is missing or stands twice', async () => {
    const lines = journal.trimEnd().split('\n');
    expect((await chainFault(lines.toSpliced(24, 1).join('\n')))?.line).toBe(25);
    expect((await chainFault(lines.toSpliced(24, 0, lines[23]!).join('\n')))?.line).toBe(25);
  });

  it('is found by the throw, though every line was chained anew', async () => {
    const text = forged((lines) => lines.map((line) => line.replace('throw 1 10 9', 'throw 1 10 0')));
    const verdict = await verify({ journal: text });
    expect(failed(verdict)).toEqual(['throws']);
    expect(verdict.checks.at(-1)).toMatchObject({ n: 1, told: '0', own: '9', line: 26 });
    expect(failed(await verify({ data: told(), journal: text }))).toEqual(['same', 'throws']);
  });

  it('is found by the commitment, if another seed is revealed', async () => {
    const text = forged((lines) =>
      lines.map((line) => (line.startsWith('reveal') ? `reveal ${'5'.repeat(64)}` : line)),
    );
    expect(failed(await verify({ journal: text }))).toContain('commitment');
  });

  it('is found by what was noted before play, if seed and commitment were both exchanged', async () => {
    const seed = new Uint8Array(32).fill(9);
    const promised = await commitment(seed);
    const key = await gameKey(seed, [unhex('c0ffee'), new Uint8Array()]);
    const own = await Promise.all([0, 1].map((n) => throwDie(key, n, 10)));
    const text = forged((lines) =>
      lines.map((line) => {
        if (line.startsWith('reveal')) return `reveal ${hex(seed)}`;
        if (line.startsWith('commitment')) return `commitment ${promised}`;
        const n = /^throw (\d)/.exec(line)?.[1];
        return n ? `throw ${n} 10 ${own[Number(n)]}` : line;
      }),
    );
    expect(failed(await verify({ journal: text }))).toEqual([]);
    expect(failed(await verify({ journal: text, noted: readJournal(journal).commitment }))).toEqual([
      'noted',
    ]);
  });

  it('is found by the contributions: another one makes other throws', async () => {
    const text = forged((lines) => lines.map((line) => line.replace('french c0ffee', 'french c0ffef')));
    expect(failed(await verify({ journal: text }))).toEqual(['throws']);
  });

  it('is found by the numbers, if a throw was left out', async () => {
    const text = forged((lines) => lines.filter((line) => !line.startsWith('throw 0')));
    expect(failed(await verify({ journal: text }))).toEqual(['numbers']);
  });

  it('follows seeds that were mixed in under play, and finds another contribution to them', async () => {
    const [first, fresh, given] = [
      unhex(readJournal(journal).seed!),
      new Uint8Array(32).fill(5),
      new Uint8Array(32).fill(6),
    ];
    const before = await gameKey(first, [unhex('c0ffee'), new Uint8Array()]);
    const key = await mixedKey(fresh, before, [new Uint8Array(), given]);
    const own = await throwDie(key, 1, 10);
    const promised = await commitment(fresh);
    const make = (contributed: string) =>
      forged((lines) =>
        lines.flatMap((line) => {
          if (line.startsWith('throw 0'))
            return [line, `promise ${promised}`, `contribution allied ${contributed}`, 'mix'];
          if (line.startsWith('throw 1')) return [`throw 1 10 ${own}`];
          return line.startsWith('reveal') ? [line, `reveal ${hex(fresh)}`] : [line];
        }),
      );
    const verdict = await verify({
      journal: make(hex(given)),
      noted: `${readJournal(journal).commitment} ${promised}`,
    });
    expect(failed(verdict)).toEqual([]);
    expect(state(verdict, 'throws')).toBe('passed');
    expect(verdict.mixes).toMatchObject([{ from: 1, seed: hex(fresh) }]);
    const others = await Promise.all(
      ['00', '01', '02', '03'].map(async (byte) => failed(await verify({ journal: make(byte.repeat(32)) }))),
    );
    expect(others.flat()).toContain('throws');
    expect(
      failed(
        await verify({
          journal: make(hex(given)),
          noted: `${readJournal(journal).commitment} ${'0'.repeat(64)}`,
        }),
      ),
    ).toEqual(['noted']);
  });

  it('is refused, if it is something else', async () => {
    await expect(verify({ journal: 'no journal' })).rejects.toThrow();
    expect(state(await verify({ journal: journal.split('\n').slice(0, -3).join('\n') }), 'commitment')).toBe(
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
