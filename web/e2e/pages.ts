// Every page of the client, for the tests that look at all of them.

import type { Visitor } from './house';

interface Place {
  name: string;
  /** Brings the visitor there. */
  go: (who: Visitor) => Promise<void>;
}

/** Games in which something can be seen: one in play, one against oneself, one that is over, one with a free seat. */
interface Games {
  playing: string;
  hotseat: string;
  over: string;
  invitation: string;
}

async function games(who: Visitor): Promise<Games> {
  const playing = (await who.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }])).id;
  await who.playOn(playing, [0], (view) => view.log_length > 20 && !!view.question);
  const hotseat = (await who.newGame([{ who: 'me' }, { who: 'me' }])).id;
  const over = (await who.newGame([{ who: 'me' }, { who: 'computer', player: 'recruit' }])).id;
  await who.playOn(over, [0]);
  const invited = await who.newGame([{ who: 'me' }, { who: 'invited' }]);
  // The visitor sits at the first side already; the link is for the second.
  return { playing, hotseat, over, invitation: `/join/${invited.id}/1/${invited.codes[1]}` };
}

function places(known: Games): Place[] {
  const at = (place: string, testid: string) => async (who: Visitor) => {
    await who.go(place);
    await who.testid(testid).first().waitFor();
  };
  const lobbyThen = (open: string, shown: string) => async (who: Visitor) => {
    await at('/', 'battle')(who);
    await who.testid(open).first().click();
    await who.testid(shown).first().waitFor();
  };
  const tab = (name: string) => async (who: Visitor) => {
    await at(`/game/${known.playing}`, 'decision')(who);
    await who.page.locator(`#tab-${name}`).click();
  };
  return [
    { name: 'lobby', go: at('/', 'battle') },
    { name: 'new game', go: lobbyThen('play', 'new-game') },
    {
      name: 'settings',
      go: async (who) => {
        await at('/', 'battle')(who);
        await who.testid('settings').click();
        await who.page.locator('dialog[open]').waitFor();
      },
    },
    { name: 'saved game', go: lobbyThen('upload', 'upload-file') },
    { name: 'invitation', go: at(known.invitation, 'join') },
    {
      name: 'rules',
      go: async (who) => {
        const [card] = await who.api<{ rulebook: string }[]>('GET', '/api/battles');
        await at(`/rules/${card!.rulebook}`, 'rules')(who);
        await who.page.locator('dt').first().waitFor();
      },
    },
    { name: 'game', go: at(`/game/${known.playing}`, 'decision') },
    ...['forces', 'track', 'talk', 'standing'].map((name) => ({ name: `game, ${name}`, go: tab(name) })),
    {
      name: 'briefing',
      go: async (who) => {
        await tab('help')(who);
        await who.testid('briefing-again').click();
        await who.testid('briefing').waitFor();
      },
    },
    { name: 'curtain or first decision', go: at(`/game/${known.hotseat}`, 'decision') },
    { name: 'end of a game', go: at(`/game/${known.over}`, 'outcome') },
    { name: 'replay', go: at(`/replay/${known.over}`, 'replay') },
    { name: 'dice', go: at(`/dice/${known.over}`, 'dice') },
  ];
}

/** Looks at every page and gathers what is wrong, each with the page's name. */
export async function tour(who: Visitor, look: () => Promise<string[]>): Promise<string[]> {
  const faults: string[] = [];
  for (const place of places(await games(who))) {
    // The next page comes up fresh, not out of the last one.
    await who.page.goto('about:blank');
    const found = await place.go(who).then(look, (error: Error) => [error.message.split('\n')[0]!]);
    faults.push(...found.map((fault) => `${place.name}: ${fault}`));
  }
  return faults;
}
