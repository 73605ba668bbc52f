// The part of the sheet that is on the screen: it fits, zooms, pans, and glides to what is to be seen.

import {
  fit,
  hold,
  leastScale,
  reveal,
  toScreen,
  toSheet,
  zoom,
  type Box,
  type Camera,
  type Pt,
  type Size,
} from './camera';
import { isStill } from './prefs.svelte';

const GLIDE_MS = 280;
const SETTLED_MS = 180;
/** The scale below which the figures of counters cannot be read. */
const LEGIBLE = 0.42;
/** So near to the screen's edge nothing counts as seen. */
const EDGE = 20;

export class Viewport {
  /** What there is to be seen. */
  sheet: Box = $state({ x: 0, y: 0, w: 1, h: 1 });
  screen: Size = $state({ w: 800, h: 600 });
  camera: Camera = $state({ scale: 0.5, x: 0, y: 0 });
  /** While it moves the map is one picture for the graphics processor; afterwards it is drawn sharp again. */
  moving = $state(false);
  /** Whether it knows its place on the screen. */
  private fitted = false;
  private gliding: Camera | undefined;
  private settling: ReturnType<typeof setTimeout> | undefined;

  constructor(sheet: Box) {
    this.sheet = sheet;
  }

  /** Takes over the size of the screen. Whether it is the first one: then nothing has been shown yet. */
  resize(screen: Size): boolean {
    if (screen.w === 0 || screen.h === 0) return false;
    this.screen = screen;
    if (this.fitted) this.camera = hold(this.camera, this.sheet, screen);
    return !this.fitted;
  }

  /** Shows the whole of a panel; on a small screen, as much around some places as can be read. */
  home(panel: Box, places: Pt[]): void {
    this.fitted = true;
    this.gliding = undefined;
    const all = fit(panel, this.screen, 1.4);
    if (all.scale >= LEGIBLE || places.length === 0) {
      this.camera = all;
      return;
    }
    const xs = places.map((p) => p.x);
    const ys = places.map((p) => p.y);
    const box = {
      x: Math.min(...xs) - 90,
      y: Math.min(...ys) - 90,
      w: Math.max(...xs) - Math.min(...xs) + 180,
      h: Math.max(...ys) - Math.min(...ys) + 180,
    };
    const close = fit(box, this.screen, 1.2);
    const scale = Math.max(close.scale, LEGIBLE);
    this.camera = hold(zoom(close, scale / close.scale, this.middle, 0.1), this.sheet, this.screen);
  }

  private get middle(): Pt {
    return { x: this.screen.w / 2, y: this.screen.h / 2 };
  }

  /** Moves the camera without a jump, unless nothing shall move by itself. */
  private glide(to: Camera): void {
    const from = { ...this.camera };
    if (isStill() || (from.x === to.x && from.y === to.y && from.scale === to.scale)) {
      this.camera = to;
      return;
    }
    this.gliding = to;
    this.stir();
    const start = performance.now();
    const frame = (now: number) => {
      if (this.gliding !== to) return;
      const k = Math.min(1, Math.max(0, now - start) / GLIDE_MS);
      const eased = 1 - (1 - k) ** 3;
      const between = (a: number, b: number) => a + (b - a) * eased;
      this.camera = {
        scale: between(from.scale, to.scale),
        x: between(from.x, to.x),
        y: between(from.y, to.y),
      };
      if (k < 1) {
        this.stir();
        requestAnimationFrame(frame);
      } else {
        this.gliding = undefined;
      }
    };
    requestAnimationFrame(frame);
  }

  /** Brings a point of the sheet into view. */
  show(point: Pt): void {
    if (this.fitted) this.glide(reveal(this.gliding ?? this.camera, point, this.screen));
  }

  /** Brings the first of some points into view, if none of them is. */
  showAny(points: Pt[]): void {
    if (points[0] && !points.some((point) => this.isSeen(point))) this.show(points[0]);
  }

  /** Brings some points into view, as many as there is room for, the first at any rate; nothing moves if all of them are. */
  showAll(points: Pt[]): void {
    if (!this.fitted || points.every((point) => this.isSeen(point))) return;
    const from = this.gliding ?? this.camera;
    this.glide(
      points.toReversed().reduce<Camera>((camera, point) => reveal(camera, point, this.screen), from),
    );
  }

  /** Brings a point into view, and with it one of some others if none of them is: those first where there is no room for both. */
  showWith(point: Pt, others: Pt[]): void {
    if (!this.fitted) return;
    const [first] = others;
    const alone = reveal(this.gliding ?? this.camera, point, this.screen);
    const isEnough = first === undefined || others.some((other) => this.isSeen(other, alone));
    this.glide(isEnough ? alone : reveal(alone, first, this.screen));
  }

  private isSeen(point: Pt, camera = this.camera): boolean {
    const at = toScreen(camera, point);
    return at.x > EDGE && at.y > EDGE && at.x < this.screen.w - EDGE && at.y < this.screen.h - EDGE;
  }

  /** Whether a point of the sheet lies in the left half of the screen. */
  isLeft(point: Pt): boolean {
    return toScreen(this.camera, point).x < this.screen.w / 2;
  }

  /** Zooms around a point of the screen. */
  zoomBy(factor: number, at = this.middle): void {
    this.gliding = undefined;
    this.camera = hold(
      zoom(this.camera, factor, at, leastScale(this.sheet, this.screen)),
      this.sheet,
      this.screen,
    );
  }

  pan(dx: number, dy: number): void {
    this.gliding = undefined;
    this.camera = hold(
      { scale: this.camera.scale, x: this.camera.x + dx, y: this.camera.y + dy },
      this.sheet,
      this.screen,
    );
  }

  /** It moves, and will be still again if nothing else stirs it. */
  stir(): void {
    this.moving = true;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => (this.moving = false), SETTLED_MS);
  }

  /** The place of the sheet at a point of the screen. */
  toSheet(at: Pt): Pt {
    return toSheet(this.camera, at);
  }

  toScreen(point: Pt): Pt {
    return toScreen(this.camera, point);
  }
}
