import { beforeEach, expect, it, vi } from 'vitest';
import { Caller, type Calling } from './call';

const started = vi.fn();
const shown = vi.fn();
const desk = { hidden: true };

class Context {
  currentTime = 0;
  destination = {};
  createOscillator() {
    return { frequency: { value: 0 }, connect: (next: unknown) => next, start: started, stop: vi.fn() };
  }
  createGain() {
    const gain = { setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn() };
    return { gain, connect: vi.fn() };
  }
}

class Notice {
  static permission = 'granted';
  constructor(title: string, { body }: { body: string }) {
    shown(title, body);
  }
}

/** What is heard and seen as turns come and go. */
function called(calling: Calling, ...turns: boolean[]): [boolean, number] {
  const caller = new Caller();
  for (const isMine of turns) caller.see(isMine, calling, 'Maida', 'Your turn');
  return [started.mock.calls.length > 0, shown.mock.calls.length];
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('Notification', Notice);
  vi.stubGlobal('document', desk);
  desk.hidden = true;
  started.mockReset();
  shown.mockReset();
});

it('whoever looks elsewhere is called when their turn comes, once', () => {
  expect(called('sound', false, true, true)).toEqual([true, 0]);
});

it('on the desk too, if that is wished and allowed', () => {
  expect(called('notice', false, true, false, true)).toEqual([true, 2]);
  expect(shown).toHaveBeenCalledWith('Maida', 'Your turn');
});

it('not whoever looks at the page, finds it so on coming, or wishes not to be called', () => {
  expect(called('notice', true, true)).toEqual([false, 0]);
  expect(called('none', false, true)).toEqual([false, 0]);
  desk.hidden = false;
  expect(called('notice', false, true)).toEqual([false, 0]);
});
