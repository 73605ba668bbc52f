// Verifies the dice of a finished game with code of its own; the bytes are those of docs/api.md and docs/journal.md. The hashes are computed
// by a library, because browsers give theirs only to pages that came over https or from this machine, and the dice must be checkable on a
// table’s own network too.

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import {
  bytesToHex as hex,
  concatBytes as join,
  hexToBytes as unhex,
  utf8ToBytes as text,
} from '@noble/hashes/utils.js';
import type { ThrowData, VerifyData } from './wire';

function u32(n: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, n);
  return bytes;
}

function u64(n: bigint): Uint8Array {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, n);
  return bytes;
}

/** What is published before play. */
export function commitment(seed: Uint8Array): string {
  return hex(sha256(join(text('berthier dice commitment 1\n'), seed)));
}

/** The key of the game: the seed, mixed with what each side contributed. */
export function gameKey(seed: Uint8Array, contributions: Uint8Array[]): Uint8Array {
  const parts = contributions.flatMap((bytes, side) => [Uint8Array.of(side), u32(bytes.length), bytes]);
  return hmac(sha256, seed, join(text('berthier dice key 1\n'), ...parts));
}

/** The outcome of throw number `n`. */
export function throwDie(key: Uint8Array, n: number, faces: number): number {
  const count = BigInt(Math.max(1, faces));
  const limit = (1n << 64n) - ((1n << 64n) % count);
  for (let block = 0; ; block++) {
    const bytes = hmac(sha256, key, join(text('berthier dice throw 1\n'), u64(BigInt(n)), u32(block)));
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < 32; at += 8) {
      const number = view.getBigUint64(at);
      if (number < limit) return Number(number % count);
    }
  }
}

/** The key after another seed was mixed in under play. */
export function mixedKey(seed: Uint8Array, before: Uint8Array, contributions: Uint8Array[]): Uint8Array {
  const parts = contributions.flatMap((bytes, side) => [Uint8Array.of(side), u32(bytes.length), bytes]);
  return hmac(sha256, seed, join(text('berthier dice key 2\n'), before, ...parts));
}

// -- the journal

/** A seed that was promised under play. */
export interface Mixed {
  commitment: string;
  /** By side, in the order of the seats. */
  contributions: string[];
  /** The number of the first throw that follows from it, once it was mixed in. */
  from: number | undefined;
  seed: string | undefined;
}

export interface JournalThrow extends ThrowData {
  /** The line on which it stands, from 1. */
  line: number;
}

/** What the dice page reads in a journal. */
export interface Journal {
  /** How many lines it has. */
  lines: number;
  rulebook: string;
  battle: string;
  /** The sides' ids, with who sits there at the beginning. */
  seats: { side: string; who: string }[];
  commitment: string;
  contributions: { side: string; hex: string }[];
  /** What was mixed in under play. */
  mixes: Mixed[];
  /** Whether the game goes on from a saved one. */
  isContinued: boolean;
  throws: JournalThrow[];
  answers: number;
  seed: string | undefined;
  isEnded: boolean;
}

function linesOf(journal: string): string[] {
  const lines = journal.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** Reads a journal. Nothing is checked here but its first line. */
export function readJournal(journal: string): Journal {
  const lines = linesOf(journal);
  if (!lines[0]?.startsWith('berthier-journal 1 ')) throw new Error('not a journal');
  const found: Journal = {
    lines: lines.length,
    rulebook: '',
    battle: '',
    seats: [],
    commitment: '',
    contributions: [],
    mixes: [],
    isContinued: false,
    throws: [],
    answers: 0,
    seed: undefined,
    isEnded: false,
  };
  let isBegun = false;
  lines.forEach((line, at) => {
    const entry = line.slice(0, line.lastIndexOf(' '));
    const [word = '', first = '', second = '', third = ''] = entry.split(' ');
    if (word === 'rulebook') found.rulebook = first;
    else if (word === 'battle') found.battle = entry.slice('battle '.length);
    else if (word === 'seat' && !isBegun)
      found.seats.push({ side: first, who: entry.split(' ').slice(3).join(' ') || second });
    else if (word === 'commitment') found.commitment = first;
    else if (word === 'contribution' && isBegun) {
      const side = found.seats.findIndex((seat) => seat.side === first);
      const open = found.mixes.at(-1);
      if (open && side >= 0) open.contributions[side] = second === '-' ? '' : second;
    } else if (word === 'promise')
      found.mixes.push({
        commitment: first,
        contributions: found.seats.map(() => ''),
        from: undefined,
        seed: undefined,
      });
    else if (word === 'mix') {
      const open = found.mixes.at(-1);
      if (open) open.from = (found.throws.at(-1)?.n ?? -1) + 1;
    } else if (word === 'continued') found.isContinued = true;
    else if (word === 'contribution')
      found.contributions.push({ side: first, hex: second === '-' ? '' : second });
    else if (word === 'begin') isBegun = true;
    else if (word === 'answer') found.answers += 1;
    else if (word === 'throw')
      found.throws.push({ n: Number(first), faces: Number(second), outcome: Number(third), line: at + 1 });
    else if (word === 'reveal' && found.seed === undefined) found.seed = first;
    else if (word === 'reveal') {
      const next = found.mixes.find((mixed) => mixed.seed === undefined);
      if (next) next.seed = first;
    } else if (word === 'end') found.isEnded = true;
  });
  return found;
}

/** A line whose digits are not those of the chain. */
export interface ChainFault {
  /** From 1. */
  line: number;
  told: string;
  own: string;
}

/** Recomputes the chain of a journal's lines; gives the first false one. */
export function chainFault(journal: string): ChainFault | undefined {
  let chain = sha256(text('berthier journal\n'));
  for (const [at, line] of linesOf(journal).entries()) {
    const cut = line.lastIndexOf(' ');
    chain = sha256(join(chain, text(line.slice(0, cut))));
    const [told, own] = [line.slice(cut + 1), hex(chain).slice(0, 16)];
    if (told !== own) return { line: at + 1, told, own };
  }
  return undefined;
}

// -- the checks

/** Checks, in the order in which they are made. */
export type CheckName = 'chain' | 'noted' | 'same' | 'commitment' | 'numbers' | 'throws';

export interface Check {
  name: CheckName;
  /** `open`: there is nothing to check it with. */
  state: 'passed' | 'failed' | 'open';
  /** What was told, and what was computed or told elsewhere. */
  told: string;
  own: string;
  /** How many things were compared. */
  count: number;
  /** Where it fails first: a line of the journal or the number of a throw. */
  line?: number;
  n?: number;
}

export interface CheckedThrow {
  n: number;
  line?: number;
  faces: number;
  told: number;
  own: number | undefined;
}

export interface Verdict {
  checks: Check[];
  throws: CheckedThrow[];
  /** The journal, if it was there. */
  journal: Journal | undefined;
  /** What each side mixed in, as it entered the key. */
  contributions: string[];
  /** What was mixed in under play. */
  mixes: Mixed[];
  seed: string | undefined;
  key: string | undefined;
}

export interface Evidence {
  /** What the server tells. */
  data?: VerifyData;
  /** A journal: the server's, or a file's. */
  journal?: string;
  /** The commitment that somebody noted before play. */
  noted?: string;
}

const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

function checkChain(journal: string | undefined, lines: number): Check {
  if (journal === undefined) return { name: 'chain', state: 'open', told: '', own: '', count: 0 };
  const fault = chainFault(journal);
  if (!fault) return { name: 'chain', state: 'passed', told: '', own: '', count: lines };
  return {
    name: 'chain',
    state: 'failed',
    told: fault.told,
    own: fault.own,
    count: fault.line,
    line: fault.line,
  };
}

/** Whether the server says the same of the dice as the journal does. */
function checkSame(data: VerifyData | undefined, journal: Journal | undefined): Check {
  const check: Check = { name: 'same', state: 'open', told: '', own: '', count: 0 };
  if (!data || !journal) return check;
  const telling = (
    commitment: string,
    contributions: string[],
    mixes: string[],
    seed: string | undefined,
    throws: ThrowData[],
  ) => [
    commitment,
    [...contributions, ...mixes].join('|'),
    seed ?? '',
    ...throws.map((t) => `${t.n}: ${t.outcome} / ${t.faces}`),
  ];
  const promised = (data.promises ?? []).map((p) =>
    [p.commitment, ...p.contributions.map((c) => c ?? '')].join('|'),
  );
  const mixes = journal.mixes.map((m) => [m.commitment, ...m.contributions].join('|'));
  const a = telling(data.commitment, data.contributions, promised, data.seed, data.throws);
  const b = telling(
    journal.commitment,
    journal.contributions.map((c) => c.hex),
    mixes,
    journal.seed,
    journal.throws,
  );
  const count = Math.max(a.length, b.length);
  for (let i = 0; i < count; i++) {
    if (a[i] !== b[i])
      return {
        ...check,
        state: 'failed',
        told: a[i] ?? '',
        own: b[i] ?? '',
        count: i + 1,
        line: journal.throws[i - 3]?.line,
      };
  }
  return { ...check, state: 'passed', count };
}

/** The numbers of the throws go up by one: none was left out, none stands twice. */
function checkNumbers(throws: ThrowData[], lineOf: (at: number) => number | undefined): Check {
  const at = throws.findIndex((told, i) => Number(told.n) !== i);
  if (at < 0)
    return {
      name: 'numbers',
      state: throws.length ? 'passed' : 'open',
      told: '',
      own: '',
      count: throws.length,
    };
  return {
    name: 'numbers',
    state: 'failed',
    told: String(throws[at]!.n),
    own: String(at),
    count: at + 1,
    line: lineOf(at),
    n: at,
  };
}

function checkThrows(throws: CheckedThrow[], hasKey: boolean): Check {
  const check: Check = { name: 'throws', state: 'passed', told: '', own: '', count: throws.length };
  if (!hasKey || throws.length === 0) return { ...check, state: 'open' };
  const wrong = throws.find((t) => t.told !== t.own);
  return wrong
    ? {
        ...check,
        state: 'failed',
        told: String(wrong.told),
        own: String(wrong.own),
        n: wrong.n,
        line: wrong.line,
      }
    : check;
}

function checkPair(name: CheckName, told: string | undefined, own: string | undefined): Check {
  const state = !told || !own ? 'open' : isSame(told, own) ? 'passed' : 'failed';
  return { name, state, told: told ?? '', own: own ?? '', count: 1 };
}

/** All hashes that were noted must be those published, in their order; more may have come later. */
function checkNoted(noted: string | undefined, published: string[]): Check {
  const words = (noted ?? '')
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word);
  const told = published.slice(0, Math.max(1, words.length)).join(' ');
  return { ...checkPair('noted', words.join(' '), told), count: words.length };
}

function bytesOf(digits: string | undefined): Uint8Array | undefined {
  try {
    return digits === undefined ? undefined : unhex(digits);
  } catch {
    return undefined;
  }
}

/** Computes everything again and compares. The longest journals take some tenths of a second. */
export function verify(evidence: Evidence): Verdict {
  const { data, noted } = evidence;
  const lines = evidence.journal ?? data?.journal;
  const journal = lines === undefined ? undefined : readJournal(lines);
  const told: (ThrowData & { line?: number })[] = journal?.throws ?? data?.throws ?? [];
  const contributions = journal?.contributions.map((c) => c.hex) ?? data?.contributions ?? [];
  const published = journal?.commitment ?? data?.commitment;
  const mixes = journal?.mixes ?? [];
  const promised = [published ?? '', ...mixes.map((mixed) => mixed.commitment)];
  const seed = journal?.seed ?? data?.seed;
  const chain = checkChain(lines, journal?.lines ?? 0);
  const seedBytes = bytesOf(seed);
  const mixed = contributions.map((digits) => bytesOf(digits) ?? new Uint8Array());
  const key = seedBytes && gameKey(seedBytes, mixed);
  // The keys, each with the number of the first throw that follows from it.
  const keys: { from: number; key: Uint8Array | undefined }[] = [{ from: 0, key }];
  for (const mix of mixes) {
    if (mix.from === undefined) continue;
    const [before, fresh] = [keys.at(-1)?.key, bytesOf(mix.seed)];
    const given = mix.contributions.map((digits) => bytesOf(digits) ?? new Uint8Array());
    keys.push({ from: mix.from, key: before && fresh && mixedKey(fresh, before, given) });
  }
  const keyOf = (n: number) => keys.findLast((known) => known.from <= n)?.key;
  const seeds = [seed, ...mixes.map((mixed) => mixed.seed)].map(bytesOf);
  const own = seeds.map((bytes) => (bytes ? commitment(bytes) : ''));
  const hasSeeds = own.every((hash) => hash !== '');
  const throws: CheckedThrow[] = [];
  for (const { n, faces, outcome, line } of told) {
    const thrower = keyOf(Number(n));
    throws.push({
      n: Number(n),
      line,
      faces,
      told: outcome,
      own: thrower && throwDie(thrower, Number(n), faces),
    });
  }
  const checks = [
    chain,
    checkSame(data, journal),
    checkNoted(noted, promised),
    {
      ...checkPair('commitment', promised.join(' '), hasSeeds ? own.join(' ') : undefined),
      count: promised.length,
    },
    checkNumbers(told, (at) => told[at]?.line),
    checkThrows(
      throws,
      keys.every((known) => known.key !== undefined),
    ),
  ];
  return { checks, throws, journal, contributions, mixes, seed, key: key && hex(key) };
}

// -- how even the dice fell

export interface Faces {
  faces: number;
  counts: number[];
  total: number;
  /** Pearson's chi-square against a fair die. */
  square: number;
  /** How many fair dice of a thousand would fall at least as unevenly. */
  permille: number;
}

/** The faces that fell, by kind of die, those thrown most first. */
export function facesOf(throws: { faces: number; told: number }[]): Faces[] {
  const kinds = new Map<number, number[]>();
  for (const { faces, told } of throws) {
    if (faces < 2) continue;
    const counts = kinds.get(faces) ?? new Array<number>(faces).fill(0);
    if (told < faces) counts[told]! += 1;
    kinds.set(faces, counts);
  }
  const all = [...kinds].map(([faces, counts]) => {
    const total = counts.reduce((a, b) => a + b, 0);
    const square = chiSquare(counts);
    return { faces, counts, total, square, permille: Math.round(tail(square, faces - 1) * 1000) };
  });
  return all.sort((a, b) => b.total - a.total || a.faces - b.faces);
}

export function chiSquare(counts: number[]): number {
  const expected = counts.reduce((a, b) => a + b, 0) / counts.length;
  return expected === 0 ? 0 : counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** The chance that chi-square with so many degrees of freedom is at least `square`: the upper incomplete gamma function. */
export function tail(square: number, degrees: number): number {
  if (square <= 0) return 1;
  const [a, x] = [degrees / 2, square / 2];
  // By the recurrence Q(a + 1, x) = Q(a, x) + x^a e^-x / gamma(a + 1).
  let q = degrees % 2 === 0 ? Math.exp(-x) : erfc(Math.sqrt(x));
  let at = degrees % 2 === 0 ? 1 : 0.5;
  let term = degrees % 2 === 0 ? x * Math.exp(-x) : (Math.sqrt(x) * Math.exp(-x)) / (Math.sqrt(Math.PI) / 2);
  while (at < a) {
    q += term;
    at += 1;
    term *= x / at;
  }
  return Math.min(1, q);
}

/** The complementary error function, for positive arguments (Numerical Recipes' rational approximation; seven digits). */
function erfc(x: number): number {
  const t = 1 / (1 + 0.5 * x);
  const poly = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
    -0.82215223, 0.17087277,
  ];
  return t * Math.exp(-x * x + poly.reduceRight((sum, c) => sum * t + c, 0));
}

/** How a spread is to be called: enough throws to say anything, and how unusual it would be for a fair die. */
export function verdictOf(faces: Faces): 'few' | 'usual' | 'uneven' | 'strange' | 'even' {
  if (faces.total / faces.faces < 5) return 'few';
  if (faces.permille < 1) return 'strange';
  if (faces.permille < 50) return 'uneven';
  return faces.permille > 990 ? 'even' : 'usual';
}
