// Small pictures: a screenshot in 256 colours, which is a third of the bytes and looks the same.

import { deflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

const COLOURS = 256;

/** A PNG with a palette, from a PNG of any kind. The page only lends its decoder. */
export async function indexed(png: Buffer, page: Page): Promise<Buffer> {
  const { width, height, data } = await page.evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = canvas.getContext('2d')!;
      context.drawImage(image, 0, 0);
      const bytes = context.getImageData(0, 0, image.width, image.height).data;
      let text = '';
      for (let i = 0; i < bytes.length; i += 30_000)
        text += String.fromCharCode(...bytes.subarray(i, i + 30_000));
      return { width: image.width, height: image.height, data: btoa(text) };
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return encode(width, height, Buffer.from(data, 'base64'));
}

/** Colours with how often they occur, as `0xrrggbb`. */
type Box = [colour: number, count: number][];

const part = (colour: number, channel: number) => (colour >> (16 - 8 * channel)) & 255;

/** How far a box reaches in its longest channel, and which that is. */
function longest(box: Box): { channel: number; reach: number } {
  const reaches = [0, 1, 2].map((channel) => {
    let [low, high] = [255, 0];
    for (const [colour] of box) {
      const value = part(colour, channel);
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return high - low;
  });
  const reach = Math.max(...reaches);
  return { channel: reaches.indexOf(reach), reach };
}

/** Median cut: the box with the most to be told apart is cut in two until there are enough. */
function boxes(colours: Box): Box[] {
  const weigh = (box: Box) => {
    const { channel, reach } = longest(box);
    return { box, channel, weight: reach * Math.sqrt(box.reduce((sum, [, count]) => sum + count, 0)) };
  };
  const cut = [weigh(colours)];
  while (cut.length < COLOURS) {
    const most = cut.reduce((a, b) => (b.weight > a.weight ? b : a));
    if (most.weight === 0) break;
    const { box, channel } = most;
    box.sort(([a], [b]) => part(a, channel) - part(b, channel));
    const half = box.reduce((sum, [, count]) => sum + count, 0) / 2;
    let [at, sum] = [0, 0];
    while (at < box.length - 1 && sum + box[at]![1] / 2 < half) sum += box[at++]![1];
    at = Math.max(1, at);
    cut.splice(cut.indexOf(most), 1, weigh(box.slice(0, at)), weigh(box.slice(at)));
  }
  return cut.map(({ box }) => box);
}

function encode(width: number, height: number, rgba: Buffer): Buffer {
  const counts = new Map<number, number>();
  const pixel = (i: number) => rgba.readUInt32BE(i * 4) >>> 8;
  for (let i = 0; i < width * height; i++) counts.set(pixel(i), (counts.get(pixel(i)) ?? 0) + 1);

  const palette = Buffer.alloc(COLOURS * 3);
  const places = new Map<number, number>();
  boxes([...counts]).forEach((box, n) => {
    const all = box.reduce((sum, [, count]) => sum + count, 0);
    for (const channel of [0, 1, 2])
      palette[n * 3 + channel] = Math.round(
        box.reduce((sum, [colour, count]) => sum + part(colour, channel) * count, 0) / all,
      );
    for (const [colour] of box) places.set(colour, n);
  });
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = places.get(pixel(y * width + x))!;

  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8); // Eight bits a pixel, from a palette.
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** The check sum of PNG's chunks. */
function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
