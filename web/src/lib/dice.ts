// Verifies the dice of a finished game with code of its own; the bytes are those of docs/api.md and crates/table/src/dice.rs.

import type { VerifyData } from './wire';

const text = (words: string) => new TextEncoder().encode(words);

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function unhex(digits: string): Uint8Array {
  if (!/^([0-9a-f]{2})*$/i.test(digits)) throw new Error('not hexadecimal');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

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

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

async function hmacKey(key: Uint8Array): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', join(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

async function hmac(key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes));
}

/** What is published before play. */
export async function commitment(seed: Uint8Array): Promise<string> {
  return hex(await sha256(join(text('berthier dice commitment 1\n'), seed)));
}

/** The key of the game: the seed, mixed with what each side contributed. */
export async function gameKey(seed: Uint8Array, contributions: Uint8Array[]): Promise<CryptoKey> {
  const parts = contributions.flatMap((bytes, side) => [Uint8Array.of(side), u32(bytes.length), bytes]);
  const key = await hmac(await hmacKey(seed), join(text('berthier dice key 1\n'), ...parts));
  return hmacKey(key);
}

/** The outcome of throw number `n`. */
export async function throwDie(key: CryptoKey, n: number, faces: number): Promise<number> {
  const count = BigInt(Math.max(1, faces));
  const limit = (1n << 64n) - ((1n << 64n) % count);
  for (let block = 0; ; block++) {
    const bytes = await hmac(key, join(text('berthier dice throw 1\n'), u64(BigInt(n)), u32(block)));
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < 32; at += 8) {
      const number = view.getBigUint64(at);
      if (number < limit) return Number(number % count);
    }
  }
}

/** Checks the chain of a journal's lines; gives the number of the first false line, or 0. */
export async function chainFault(journal: string): Promise<number> {
  let digest = await sha256(text('berthier journal\n'));
  const lines = journal.split('\n');
  if (lines.at(-1) === '') lines.pop();
  for (const [at, line] of lines.entries()) {
    const cut = line.lastIndexOf(' ');
    digest = await sha256(join(digest, text(line.slice(0, cut))));
    if (hex(digest).slice(0, 16) !== line.slice(cut + 1)) return at + 1;
  }
  return 0;
}

export interface Verdict {
  commitmentHolds: boolean;
  /** Number of the first journal line that breaks the chain; 0 if none does; absent without a journal. */
  chainFault?: number;
  throws: { n: number; faces: number; told: number; own: number }[];
  wrong: number;
}

/** Computes everything again and compares. The seed must be revealed. */
export async function verify(data: VerifyData, progress?: (done: number) => void): Promise<Verdict> {
  if (!data.seed) throw new Error('the seed is not revealed');
  const seed = unhex(data.seed);
  const key = await gameKey(seed, data.contributions.map(unhex));
  const throws: Verdict['throws'] = [];
  for (const told of data.throws) {
    const n = Number(told.n);
    throws.push({ n, faces: told.faces, told: told.outcome, own: await throwDie(key, n, told.faces) });
    if (throws.length % 50 === 0) progress?.(throws.length);
  }
  return {
    commitmentHolds: (await commitment(seed)) === data.commitment.toLowerCase(),
    chainFault: data.journal === undefined ? undefined : await chainFault(data.journal),
    throws,
    wrong: throws.filter((t) => t.told !== t.own).length,
  };
}
