// SHA-256 (FIPS 180-4) by hand. Browsers give theirs only to pages that came over https or from this machine; on a table's own network
// there is neither, and the dice must be checkable there too.

/** The first 32 bits behind the point of a number's fractional part. */
function fraction(x: number): number {
  return ((x - Math.floor(x)) * 2 ** 32) >>> 0;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n);
  return found;
}

const FIRST = primes(64);
const START = FIRST.slice(0, 8).map((p) => fraction(Math.sqrt(p)));
const ROUND = FIRST.map((p) => fraction(Math.cbrt(p)));

const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** The message with its end mark and its length in bits, in whole blocks. */
function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / 64) * 64;
  const all = new Uint8Array(length);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length << 3) >>> 0);
  return view;
}

function compress(hash: Uint32Array, view: DataView, at: number, w: Uint32Array): void {
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15]!, w[i - 2]!];
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w[i] = w[i - 16]! + s0 + w[i - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i]! + w[i]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i]! += word));
}

/** The digest of some bytes: 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const hash = Uint32Array.from(START);
  const view = padded(bytes);
  const w = new Uint32Array(64);
  for (let at = 0; at < view.byteLength; at += 64) compress(hash, view, at, w);
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => digest.setUint32(i * 4, word));
  return new Uint8Array(digest.buffer);
}
