// Zoom and pan: where the sheet lies on the screen. Plain values, so that they can be tested without a browser.

/** A point, of the sheet or of the screen. */
export interface Pt {
  x: number;
  y: number;
}

/** Screen pixels for a unit of the sheet, and the screen place of the sheet's origin. */
export interface Camera {
  scale: number;
  x: number;
  y: number;
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Size {
  w: number;
  h: number;
}

export const MOST_SCALE = 2.2;

/** The smallest scale: the whole sheet with a little room around it. */
export function leastScale(sheet: Box, screen: Size): number {
  return Math.min(screen.w / sheet.w, screen.h / sheet.h) * 0.9;
}

/** A camera that shows a box as large as it goes. */
export function fit(box: Box, screen: Size, most = MOST_SCALE): Camera {
  const scale = Math.min(screen.w / box.w, screen.h / box.h, most);
  return {
    scale,
    x: screen.w / 2 - (box.x + box.w / 2) * scale,
    y: screen.h / 2 - (box.y + box.h / 2) * scale,
  };
}

/** The point of the sheet at a place on the screen. */
export function toSheet(camera: Camera, at: Pt): Pt {
  return { x: (at.x - camera.x) / camera.scale, y: (at.y - camera.y) / camera.scale };
}

/** The place on the screen of a point of the sheet. */
export function toScreen(camera: Camera, p: Pt): Pt {
  return { x: p.x * camera.scale + camera.x, y: p.y * camera.scale + camera.y };
}

/** Zooms so that what is under `at` stays there. */
export function zoom(camera: Camera, factor: number, at: Pt, least: number): Camera {
  const scale = Math.min(MOST_SCALE, Math.max(least, camera.scale * factor));
  const p = toSheet(camera, at);
  return { scale, x: at.x - p.x * scale, y: at.y - p.y * scale };
}

/** Keeps some of the sheet on the screen. */
export function hold(camera: Camera, sheet: Box, screen: Size): Camera {
  const room = 80;
  const within = (value: number, origin: number, length: number, screenLength: number) => {
    const least = room - (origin + length) * camera.scale;
    const most = screenLength - room - origin * camera.scale;
    return Math.min(most, Math.max(least, value));
  };
  return {
    scale: camera.scale,
    x: within(camera.x, sheet.x, sheet.w, screen.w),
    y: within(camera.y, sheet.y, sheet.h, screen.h),
  };
}

/** Moves just so far that a point is on the screen, with some room around it. */
export function reveal(camera: Camera, p: Pt, screen: Size): Camera {
  const room = Math.min(90, screen.w / 4, screen.h / 4);
  const at = toScreen(camera, p);
  const shift = (value: number, length: number) =>
    value < room ? room - value : value > length - room ? length - room - value : 0;
  return { scale: camera.scale, x: camera.x + shift(at.x, screen.w), y: camera.y + shift(at.y, screen.h) };
}
