// Making games: what the dialogs ask for, as the server wants it.

import { api } from './api';
import type * as W from './wire';

/** Who the opponent is: a computer player by its name, or a kind of person; or one computer player on both sides. */
export type Opponent = `computer ${string}` | 'friend' | 'anybody' | 'hotseat' | `both ${string}`;

const LOOK_MS = 400;
const LONGEST_BATTLE_MS = 60_000;

/** Seats by side. With both sides on one screen, or with two computer players, the chosen side does not matter. */
export function seatsFor(side: number, sides: number, opponent: Opponent): W.SeatWish[] {
  return Array.from({ length: sides }, (_, at): W.SeatWish => {
    if (opponent.startsWith('both ')) return { who: 'computer', player: opponent.slice('both '.length) };
    if (at === side || opponent === 'hotseat') return { who: 'me' };
    if (opponent.startsWith('computer '))
      return { who: 'computer', player: opponent.slice('computer '.length) };
    return { who: 'invited' };
  });
}

/** What the options of a battle's rulebook are where nobody chooses. */
export function usualRules(card: W.BattleCard): Record<string, string> {
  const usual = (option: W.OptionCard) =>
    option.values.slice(0, 1).map((value) => [option.name, value.name] as const);
  return Object.fromEntries((card.options ?? []).flatMap(usual));
}

/** Remembers the codes of free seats, so that the links can be shown again while this page lives, and gives the game's address. */
export function madeAt(made: W.CreatedGame): string {
  made.codes.forEach((code, side) => {
    try {
      if (code) sessionStorage.setItem(`code ${made.id} ${side}`, code);
    } catch {
      // Without storage the game page asks the server for a new code.
    }
  });
  return `#/game/${made.id}`;
}

/** Waits until two computer players have fought their battle, which takes seconds, and gives the address where it is looked at, move by move. */
export async function fought(game: string): Promise<string> {
  for (let waited = 0; waited < LONGEST_BATTLE_MS; waited += LOOK_MS) {
    const { card } = await api.view(game, 'watch');
    if (card.status === 'over') return `#/replay/${game}?play`;
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
  return `#/game/${game}`;
}

/** Makes the tutorial against the computer player for beginners, and gives the game's address. */
export async function startLessons(card: W.BattleCard, name: string): Promise<string> {
  const seats = seatsFor(0, card.sides.length, `computer ${card.beginner}`);
  return madeAt(
    await api.create({
      rulebook: card.rulebook,
      battle: card.id,
      seats,
      name,
      options: { undo: 'practice', dice: 'screen', watch: 'public', open: false },
      contribution: '',
    }),
  );
}

/** What the head of a saved journal says. */
export interface JournalHead {
  rulebook: string;
  battle: string;
  sides: string[];
}

/** Reads the head of a journal; none if it is no journal. */
export function journalHead(text: string): JournalHead | undefined {
  if (!text.startsWith('berthier-journal ')) return undefined;
  const head: JournalHead = { rulebook: '', battle: '', sides: [] };
  for (const line of text.split('\n', 60)) {
    const [word, first = ''] = line.split(' ');
    if (word === 'rulebook') head.rulebook = first;
    else if (word === 'battle') head.battle = first;
    else if (word === 'seat' && !head.sides.includes(first)) head.sides.push(first);
    else if (word === 'begin') break;
  }
  return head;
}
