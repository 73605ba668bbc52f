// The engraver's picture of the ground as an image: a large map has a hundred thousand strokes, too many to be elements of the page.

import italic from '../../../crates/engraver/fonts/GenBasI.ttf?url';
import regular from '../../../crates/engraver/fonts/GenBasR.ttf?url';
import type { Box } from './camera';

/** A picture to be shown: free its address when it is no longer. */
export interface Sheet {
  address: string;
  box: Box;
}

let faces: Promise<string> | undefined;

async function dataAddress(file: string): Promise<string> {
  const bytes = await (await fetch(file)).blob();
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => fail(reader.error ?? new Error(file));
    reader.readAsDataURL(bytes);
  });
}

/** The map's typeface as a style sheet: an image sees no fonts of the page. Without it the names stand in another face. */
async function typeface(): Promise<string> {
  const face = async (file: string, style: string) =>
    `@font-face{font-family:'Gentium Basic';font-style:${style};src:url(${await dataAddress(file)})}`;
  return `<style>${await face(regular, 'normal')}${await face(italic, 'italic')}</style>`;
}

/** The box of a picture, as its root element gives it; none if it is no picture. */
export function boxOf(svg: string): Box | undefined {
  const root = /<svg\b[^>]*>/.exec(svg)?.[0];
  const numbers = /viewBox="([^"]*)"/
    .exec(root ?? '')?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x = NaN, y = NaN, w = NaN, h = NaN] = numbers ?? [];
  return [x, y, w, h].every(Number.isFinite) && w > 0 && h > 0 ? { x, y, w, h } : undefined;
}

/** Fetches a picture and makes an image of it. */
export async function fetchSheet(address: string): Promise<Sheet> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(response.statusText);
  const svg = await response.text();
  const box = boxOf(svg);
  if (!box) throw new Error('no picture');
  faces ??= typeface().catch(() => '');
  const style = await faces;
  const whole = svg.replace(
    /<svg\b[^>]*>/,
    (root) =>
      root
        .replace(/\s(width|height)="[^"]*"/g, '')
        .replace('<svg', `<svg width="${box.w}" height="${box.h}"`) + style,
  );
  return { address: URL.createObjectURL(new Blob([whole], { type: 'image/svg+xml' })), box };
}
