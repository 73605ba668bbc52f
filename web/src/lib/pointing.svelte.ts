// What is pointed at in a game: what is looked at, picked, laid over the map, hovered. It turns clicks into answers and inspected places,
// and says what lights up. Where the map is on the screen it does not know: it asks the map.

import { tick } from 'svelte';
import { api, bare } from './api';
import {
  aimOf,
  anchorOf,
  atHex,
  firstOf,
  hexesOf,
  kindOf,
  numberOf,
  targets,
  walkerOf,
  routeOf,
  wayTo,
  type Choice,
  type Pointer,
  type Reach,
  type Target,
} from './choices';
import { byId, degreesOf } from './declared';
import type { Game, Laid } from './game.svelte';
import { groundOf } from './ground';
import { facingTo, haltTo, isHalt, outlook } from './halting';
import { Latest } from './latest';
import { prefs } from './prefs.svelte';
import type { Pose } from './stacks';
import { t } from './words';
import type * as W from './wire';

/** A line of sight, the hexes that bar it, and those to which what is sent along it goes on. */
export interface SightLine {
  from: number;
  to: number;
  bars: number[];
  on: number[];
}

/** A facing that can be chosen at a hex. */
export interface Arrow {
  hex: number;
  facing: number;
  choice: number;
}

/** A unit as it would stand at the end of its move. */
export interface Ghost {
  id: Pointer;
  hex: number;
  /** The facing with which it would halt by itself, if it does. */
  facing: number | undefined;
}

/** A move that was drawn and is still to be carried out: its unit, where it ends, and in which direction the unit looks there by itself. */
interface Plan {
  of: Pointer;
  hex: number;
  look: number | undefined;
  until: number;
  /** The question that was answered by its end. */
  given?: number;
  /** One answer of it has been given. */
  begun?: boolean;
}

/** What the map can be asked to do. */
export interface MapFace {
  show(hex: number): void;
  showWith(hex: number, others: number[]): void;
  showAny(hexes: number[]): void;
  showAll(hexes: number[]): void;
  isLeft(hex: number): boolean;
}

/** A pointer that only passes over asks for nothing. */
const REACH_MS = 120;
const SIGHT_MS = 130;
/** So long a route that was drawn before it was asked for waits for its question. */
const PLAN_MS = 4000;
/** From one facing of a counter to the next, in degrees. */
const TURN = 60;
/** So long a unit on its way to the end of its route is waited for: others may decide meanwhile. */
const HALT_MS = 60_000;

/** Arrows around one place that do not lie over one another; none else. */
function distinct(arrows: Arrow[]): Arrow[] | undefined {
  const facings = new Set(arrows.map((arrow) => arrow.facing));
  const places = new Set(arrows.map((arrow) => arrow.hex));
  return facings.size === arrows.length && places.size === 1 ? arrows : undefined;
}

export class Pointing {
  /** The answer that the pointer or the focus is on. */
  looked: number | undefined = $state();
  /** Where a click fell, for which question. */
  private focus: { hex: number; on: Pointer | undefined; question: number } | undefined = $state();
  /** Where the keyboard is on the map. */
  cursor: number | undefined = $state();
  hovered: number | undefined = $state();
  /** The hex whose card is open; on the right, if it would hide the hex on the left. */
  inspected: { hex: number; why: boolean; right: boolean } | undefined = $state();
  /** The overlay on the map. */
  laid: Laid | undefined = $state.raw();
  sighted: { line: SightLine; text: string; rule: string | undefined } | undefined = $state.raw();
  /** Whether the last answer came from the keyboard. */
  byKeys = $state(false);
  private reach: (Reach & { kind: string; data: W.OverlayData }) | undefined = $state.raw();
  private plan: Plan | undefined;
  /** A counter that is dragged, or that was let go before its reach was known, and where. */
  private carried: { of: Pointer; to?: number; asks?: boolean } | undefined = $state.raw();
  /** How far the unit that is on its way has been turned from where it would look by itself, in facings. */
  private turned = $state(0);
  /** A move of this game has ended with a facing: so the next ones will. */
  private halts = $state(false);
  private readonly reaching = new Latest();
  private readonly sighting = new Latest();
  private readonly game: Game;
  private readonly map: () => MapFace | undefined;

  constructor(game: Game, map: () => MapFace | undefined) {
    this.game = game;
    this.map = map;
  }

  // -- what lights up

  readonly focused = $derived.by(() =>
    this.focus?.question === this.game.question?.id ? this.focus : undefined,
  );
  /** The answers at the hex that was clicked; all of them if none was. */
  readonly shown: Choice[] = $derived.by(() => {
    const { choices, placements } = this.game;
    if (!this.focused || !placements) return choices;
    const here = atHex(this.focused.hex, this.focused.on, choices, placements);
    return here.length > 0 ? here : choices;
  });
  readonly lit: Map<number, Target> = $derived.by(() => {
    const { question, placements, board, choices } = this.game;
    return question && placements && board
      ? targets(question, choices, placements, board)
      : new Map<number, Target>();
  });
  /** The answer that is shown on the map: the one looked at, else the one picked. */
  readonly subject: Choice | undefined = $derived.by(
    () => this.game.choices[this.looked ?? this.game.picked ?? -1],
  );
  readonly route: number[] = $derived.by(() => {
    const { question, placements } = this.game;
    const { subject, reach, hovered } = this;
    if (!question || !placements) return [];
    const chosen = subject ? routeOf(subject, question, placements, reach) : [];
    if (
      chosen.length > 0 ||
      (subject && firstOf(subject.points, 'd')) ||
      !reach?.of ||
      hovered === undefined ||
      !reach.steps.has(hovered)
    )
      return chosen;
    const from = placements.hexOf(reach.of);
    return from === undefined ? [] : (wayTo(hovered, from, reach) ?? []);
  });
  /** The unit as it would stand where the pointer is. */
  readonly ghost: Ghost | undefined = $derived.by(() => {
    const { reach, hovered, route } = this;
    if (!reach?.of || hovered === undefined || route.length < 2 || route.at(-1) !== hovered) return undefined;
    const look = this.halts ? this.lookAt(hovered, route.at(-2)) : undefined;
    return {
      id: reach.of,
      hex: hovered,
      facing: look === undefined ? undefined : this.facingOf(reach.of, look),
    };
  });
  /** The place where a unit would go that is picked to move, or dragged: nothing is foretold of the way there before it is asked step by step. */
  readonly underway: number | undefined = $derived(
    this.ghost !== undefined && this.subject?.points.length === 1 && this.subject.points[0] === this.ghost.id
      ? this.ghost.hex
      : undefined,
  );
  /** Hexes that the question is about. */
  private readonly about: number[] = $derived.by(() => {
    const { question, placements } = this.game;
    return question && placements ? [...new Set(question.about.flatMap((p) => placements.hexesOf(p)))] : [];
  });
  /** Those of them that nothing else marks. */
  readonly aboutHexes: number[] = $derived(this.about.filter((hex) => !this.lit.has(hex)));
  readonly pickedHexes: number[] = $derived.by(() =>
    this.subject && this.game.placements ? hexesOf(this.subject, this.game.placements) : [],
  );
  /** Counters that the answer shown is about. */
  readonly chosen: Pointer[] = $derived(this.subject?.points.filter((p) => 'ul'.includes(kindOf(p))) ?? []);

  readonly arrows: Arrow[] = $derived.by(() => {
    const { game } = this;
    const { question, placements } = game;
    if (!question || !placements) return [];
    const all = this.shown.flatMap((choice) => {
      const hex = anchorOf(choice, question, placements);
      const facing = firstOf(choice.points, 'd');
      return hex === undefined || !facing ? [] : [{ hex, facing: numberOf(facing), choice: choice.index }];
    });
    // Arrows that would lie over one another say nothing: then those that turn and do nothing else are shown, or the list decides.
    const bare = all.filter(({ choice }) => game.choices[choice]?.points.length === 1);
    return distinct(all) ?? distinct(bare) ?? [];
  });
  /** A counter that is shown as the answer looked at would turn it. */
  readonly pose: Pose | undefined = $derived.by(() => {
    const facing = this.subject && firstOf(this.subject.points, 'd');
    const who =
      this.subject && (firstOf(this.subject.points, 'u') ?? firstOf(this.game.question?.about ?? [], 'u'));
    return facing && who ? { id: who, facing: numberOf(facing) } : undefined;
  });
  readonly costs: Map<number, string> = $derived(
    new Map((this.reach?.data.hexes ?? []).map((mark) => [mark.hex, mark.label])),
  );
  /** What lies over the ground: the overlay asked for, else where the unit in question can go, unless that lights up anyway. */
  readonly marks: W.OverlayHex[] = $derived.by(() => {
    if (this.laid) return this.laid.data.hexes;
    // What can be answered lights up by itself.
    return (this.reach?.data.hexes ?? []).filter((mark) => !this.lit.has(mark.hex));
  });

  // -- where the unit in question can go

  /** The unit whose reach is shown, and how it goes: the one that is asked about, or the one that a click has picked. */
  private readonly walker = $derived.by(() => {
    const { question, board } = this.game;
    const found = question && board ? walkerOf(question, this.subject, board) : undefined;
    return question && found ? { ...found, question: question.id } : undefined;
  });
  /** Which reach is wanted, as a text: to be asked for when it changes. */
  readonly walking: string | undefined = $derived(
    this.walker && `${this.walker.question} ${this.walker.kind} ${this.walker.of}`,
  );

  /** Asks for the reach of the unit in question. Gives back how to give it up. */
  askReach(): (() => void) | undefined {
    const { walker } = this;
    this.reach = undefined;
    this.turned = 0;
    this.reaching.drop();
    if (!walker) return undefined;
    const { of, kind } = walker;
    return this.reaching.ask(() => api.overlay(this.game.id, { of, kind }, this.game.eyes), {
      // Who is under way does not wait.
      afterMs: this.plan?.of === of || this.carried?.of === of ? 0 : REACH_MS,
      take: ({ overlay: data }) => {
        this.reach = {
          of,
          kind,
          data,
          steps: new Map(
            data.hexes.map(({ hex, label, from, via }) => [
              hex,
              { cost: label, from, ...(via === undefined ? {} : { via }) },
            ]),
          ),
        };
        if (this.carried?.to !== undefined) this.drop(this.carried.to, this.carried.asks ?? false);
        this.stepOn();
      },
    });
  }

  // -- how it halts

  /** Where the unit that is to go looks at the end of its move, in degrees; nothing where one wishes to be asked. */
  private lookAt(hex: number, from: number | undefined): number | undefined {
    const { placements, board } = this.game;
    const of = this.reach?.of;
    if (prefs.halting === 'ask' || !of || !placements || !board) return undefined;
    const look = outlook(of, hex, from, placements, groundOf(board), board);
    const facing = look === undefined ? undefined : this.facingOf(of, look);
    return facing === undefined ? look : degreesOf(facing, this.game.board!) + TURN * this.turned;
  }

  /** The facing nearest to a direction among those between which a counter turns. */
  private facingOf(of: Pointer, look: number): number | undefined {
    const { placements, board } = this.game;
    const own = placements?.byId.get(of)?.facing;
    if (!board || own === undefined) return undefined;
    const alike = board.facings.flatMap((_, facing) =>
      (degreesOf(facing, board) - degreesOf(own, board)) % TURN === 0 ? [facing] : [],
    );
    return facingTo(look, alike, board);
  }

  /** Turns the unit that is on its way, before it goes. */
  turn(by: 1 | -1): void {
    if (this.ghost?.facing !== undefined) this.turned += by;
  }

  // -- lines of sight: while a sight or fire overlay lies on the map, pointing at a hex says whether it is seen, and what bars it

  /** The unit or hex from which the pointer's line of sight goes, and where to. */
  readonly sightTo: { of: string; to: number; kind: string } | undefined = $derived.by(() => {
    const { question, board } = this.game;
    const aimed = question && board && !this.laid ? aimOf(this.subject, question, board) : undefined;
    if (aimed) return aimed;
    const to = this.hovered ?? this.cursor;
    const kind = this.lineKind;
    return kind !== undefined && this.laid && to !== undefined ? { of: this.laid.of, to, kind } : undefined;
  });

  /** The overlay of lines that goes with the one on the map, if that has one. */
  private get lineKind(): string | undefined {
    return this.laid && this.game.board && byId(this.game.board.overlays, this.laid.kind)?.line;
  }

  /** Asks for the line of sight to where the pointer is. Gives back how to give it up. */
  askSight(): (() => void) | undefined {
    const wanted = this.sightTo;
    this.sighted = undefined;
    this.sighting.drop();
    const from = wanted && this.game.placements?.hexOf(wanted.of);
    if (!wanted || from === undefined || from === wanted.to) return undefined;
    const { of, to, kind } = wanted;
    return this.sighting.ask(() => api.overlay(this.game.id, { of, kind, to: `h${to}` }, this.game.eyes), {
      afterMs: SIGHT_MS,
      take: ({ overlay: data }) => {
        this.sighted = {
          line: {
            from,
            to,
            bars: data.hexes.filter((mark) => mark.from === undefined).map((mark) => mark.hex),
            on: data.hexes.filter((mark) => mark.from !== undefined).map((mark) => mark.hex),
          },
          text: bare(data.text, data.rule),
          rule: data.rule,
        };
      },
    });
  }

  // -- advice

  /** What to do, said on the map, as long as nothing is pointed at. */
  readonly advice: { hex: number; text: string } | undefined = $derived.by(() => {
    if (!this.game.question || this.subject || this.focused || this.inspected) return undefined;
    const [about] = this.about;
    const meanings: Target['meaning'][] =
      about === undefined ? ['own', 'enemy', 'go'] : ['enemy', 'go', 'own'];
    const all = [...this.lit.values()];
    const turns = this.arrows.length > 0;
    for (const meaning of meanings) {
      const near = all.find((target) => target.meaning === meaning);
      if (near)
        return {
          hex: about ?? near.hex,
          text: t(meaning === 'go' && turns ? 'callout.goOrHalt' : `callout.${meaning}`),
        };
    }
    return about === undefined
      ? undefined
      : { hex: about, text: t(turns ? 'callout.facing' : 'callout.list') };
  });

  // -- what is done

  /** A click on the map, on a counter or beside it. With `asks` a unit that goes there waits to be told which way to look. */
  point(hex: number, on: Pointer | undefined, asks = false): void {
    this.cursor = hex;
    this.plan = undefined;
    // Under a layer of the whole side, too, a click on the ground asks what is there.
    if (this.laid?.of !== 'layer' && this.lineKind !== undefined && !this.lit.has(hex)) return;
    this.laid = undefined;
    const { question, placements, choices } = this.game;
    if (!question || !placements) {
      this.inspect(hex, false);
      this.widen();
      return;
    }
    const here = atHex(hex, on, choices, placements);
    if (here.length === 0) {
      if (!this.travel(hex, asks)) this.inspect(hex, true);
      return;
    }
    this.inspected = undefined;
    this.choose(here, hex, on, question.id);
    const [of] = question.about;
    if (of && !asks && here.length === 1 && this.reach?.of === of && here[0]!.points[0] === `h${hex}`)
      this.plan = { ...this.drawn(of, hex, asks), until: Date.now() + HALT_MS, given: question.id };
  }

  /** A route to a hex, as it is drawn now. */
  private drawn(of: Pointer, hex: number, asks: boolean): Plan {
    const from = this.game.placements?.hexOf(of);
    const way = this.reach && from !== undefined ? wayTo(hex, from, this.reach) : undefined;
    return { of, hex, look: asks ? undefined : this.lookAt(hex, way?.at(-2)), until: Date.now() + PLAN_MS };
  }

  /** One of the answers at a hex: the only one is chosen, of several one is picked. */
  private choose(here: Choice[], hex: number, on: Pointer | undefined, question: number): void {
    const { game } = this;
    const again = this.focused?.hex === hex && here.some((choice) => choice.index === game.picked);
    this.focus = { hex, on, question };
    if (here.length === 1) {
      const only = here[0]!.index;
      if (game.picked === only && !again) game.pick(undefined);
      void game.choose(only, prefs.confirm);
    } else if (!here.some((choice) => choice.index === game.picked)) {
      // Of several answers with a counter the first that is about it alone is picked, so that its reach shows.
      game.pick(
        here.find((choice) => choice.points.length === 1 && 'ul'.includes(kindOf(choice.points[0]!)))?.index,
      );
    }
  }

  /** Draws the whole route at once: the unit whose reach is shown goes to a hex of it. Whether it is on its way. */
  private travel(hex: number, asks: boolean): boolean {
    const { game, reach, subject } = this;
    const of = reach?.of;
    // A zone that has no ways in it is looked at, not walked.
    if (!of || reach.steps.get(hex)?.from === undefined) return false;
    const isAsked = game.question?.about.includes(of) ?? false;
    const isPicked = game.picked !== undefined && subject?.points[0] === of && subject.points.length === 1;
    if (!isAsked && !isPicked) return false;
    this.plan = this.drawn(of, hex, asks);
    if (isAsked) this.stepOn();
    else if (game.picked !== undefined) {
      this.plan.begun = true;
      void game.answer(game.picked);
    }
    return true;
  }

  /** A new question: if a route was drawn for it, it is answered, at once or as soon as the way is known; and at its end, which way to look. */
  goOn(): void {
    const { plan, game } = this;
    const { question, choices } = game;
    if (question && isHalt(question, choices)) this.halts = true;
    if (!plan || !question || plan.given === question.id) return;
    if (!question.about.includes(plan.of) || Date.now() > plan.until) {
      this.plan = undefined;
      return;
    }
    const goal = choices.find((choice) => choice.points.length === 1 && choice.points[0] === `h${plan.hex}`);
    const next = plan.given === undefined && !this.isThere(plan) ? goal : this.haltOf(plan);
    if (!next) {
      if (plan.given !== undefined) this.plan = undefined;
      return;
    }
    this.plan =
      next === goal && plan.look !== undefined
        ? { ...plan, given: question.id, until: Date.now() + HALT_MS }
        : undefined;
    game.chained = true;
    void game.choose(next.index, prefs.confirm);
  }

  private isThere({ of, hex }: Plan): boolean {
    return this.game.placements?.hexOf(of) === hex;
  }

  /** The answer that ends a move where it was to end, looking where its unit was to look. */
  private haltOf(plan: Plan): Choice | undefined {
    const { question, choices, board } = this.game;
    return question && board && plan.look !== undefined && this.isThere(plan) && isHalt(question, choices)
      ? haltTo(plan.look, choices, board)
      : undefined;
  }

  /** The next step of a route that was drawn, or what has to come before it; the way ends where there is none. */
  private stepOn(): void {
    const { plan, reach, game } = this;
    if (!plan || reach?.of !== plan.of || !game.question?.about.includes(plan.of)) return;
    const from = game.placements?.hexOf(plan.of);
    const next = from === undefined ? undefined : wayTo(plan.hex, from, reach)?.[1];
    if (plan.given !== undefined) return;
    const alone = (pointer: Pointer | undefined) =>
      game.choices.find((choice) => choice.points.length === 1 && choice.points[0] === pointer);
    const step = next === undefined ? undefined : (alone(`h${next}`) ?? alone(reach.steps.get(next)?.via));
    this.plan = step ? { ...plan, until: Date.now() + PLAN_MS } : undefined;
    if (!step) return;
    game.chained = plan.begun === true;
    if (this.plan) this.plan.begun = true;
    void game.choose(step.index, prefs.confirm);
  }

  // -- a counter that is dragged

  /** The answer that lets a counter go where it is dragged; none if it is not asked where it goes, or is asked already. */
  private moverOf(id: Pointer): Choice | undefined {
    const { question, choices, board } = this.game;
    if (!question || !board || firstOf(question.about, 'ul') === id) return undefined;
    return choices.find(
      (choice) => choice.points.length === 1 && walkerOf(question, choice, board)?.of === id,
    );
  }

  /** Whether a counter can be dragged: it is asked where it goes, or may be sent. */
  carries(id: Pointer): boolean {
    return (
      (this.reach?.of === id && this.game.question?.about.includes(id)) || this.moverOf(id) !== undefined
    );
  }

  /** A counter is taken up. */
  carry(id: Pointer): void {
    const { question, placements } = this.game;
    const mover = this.moverOf(id);
    const hex = placements?.hexOf(id);
    this.inspected = undefined;
    this.laid = undefined;
    this.carried = { of: id };
    if (!mover || !question || hex === undefined) return;
    this.focus = { hex, on: id, question: question.id };
    this.game.pick(mover.index);
  }

  /** A counter is let go: over a hex of its reach it goes there, over another one it is said why not. */
  drop(hex: number | undefined, asks: boolean): void {
    const of = this.carried?.of;
    const { question, placements } = this.game;
    this.carried = undefined;
    if (!of || hex === undefined || !question || placements?.hexOf(of) === hex) return;
    if (question.about.includes(of)) this.point(hex, undefined, asks);
    else if (this.reach?.of !== of) this.carried = { of, to: hex, asks };
    else if (!this.travel(hex, asks)) this.inspect(hex, true);
  }

  /** Another question is asked: what it is about comes into view. */
  turnTo(): void {
    if (!this.laid) this.inspected = undefined;
    void tick().then(() => this.reveal());
  }

  /** Opens the card of a hex, on the side of the map where it does not hide it. */
  private inspect(hex: number, why: boolean): void {
    this.inspected = { hex, why, right: this.map()?.isLeft(hex) ?? false };
  }

  /** Asks why nothing can be done with a hex. */
  why(hex: number): void {
    this.cursor = hex;
    this.inspect(hex, true);
  }

  /** Brings a hex into view and says what is there. */
  show(hex: number): void {
    this.cursor = hex;
    this.map()?.show(hex);
    this.inspect(hex, false);
  }

  /** Brings what is asked about into view, and something that can be chosen. */
  reveal(): void {
    const [about] = this.about;
    const lit = [...this.lit.keys()];
    if (about !== undefined) this.map()?.showWith(about, lit);
    else this.map()?.showAny(lit);
  }

  /** Another answer is picked. From the list or by advice, it comes into view; what was pointed at is there, and the map stays under the pointer. */
  seek(): void {
    const { choices, picked, placements } = this.game;
    const choice = choices[picked ?? -1];
    if (choice && placements && !this.focused) this.map()?.showAll(hexesOf(choice, placements));
  }

  /** All answers are shown again. */
  widen(): void {
    this.focus = undefined;
  }

  /** The card of a hex is closed, and what was laid over the map for it is taken off. */
  close(): void {
    this.inspected = undefined;
    this.laid = undefined;
  }

  /** Nothing is pointed at or picked any more. */
  clear(): void {
    this.plan = undefined;
    this.carried = undefined;
    this.game.pick(undefined);
    this.widen();
    this.close();
  }
}
