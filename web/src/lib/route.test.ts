import { describe, expect, it } from 'vitest';
import { routeOf } from './route';

describe('addresses', () => {
  it('name pages', () => {
    expect(routeOf('')).toEqual({ page: 'lobby' });
    expect(routeOf('#/')).toEqual({ page: 'lobby' });
    expect(routeOf('#/game/k3x?as=1')).toEqual({ page: 'game', id: 'k3x', as: 1 });
    expect(routeOf('#/game/k3x?watch')).toEqual({ page: 'game', id: 'k3x', as: 'watch' });
    expect(routeOf('#/join/k3x/1/abc')).toEqual({ page: 'join', id: 'k3x', side: 1, code: 'abc' });
    expect(routeOf('#/join/k3x/0')).toEqual({ page: 'join', id: 'k3x', side: 0, code: undefined });
    expect(routeOf('#/replay/k3x?as=both&step=4')).toEqual({ page: 'replay', id: 'k3x', as: undefined });
    expect(routeOf('#/dice/k3x')).toEqual({ page: 'dice', id: 'k3x' });
    expect(routeOf('#/mail/confirm/abc')).toEqual({ page: 'mail', deed: 'confirm', secret: 'abc' });
    expect(routeOf('#/mail/stop/abc')).toEqual({ page: 'mail', deed: 'stop', secret: 'abc' });
    expect(routeOf('#/rules/jdg/8.8.1')).toEqual({ page: 'rules', book: 'jdg', rule: '8.8.1' });
  });

  it('that are nonsense lead nowhere', () => {
    for (const hash of [
      '#/nothing/x',
      '#/game',
      '#/join/k3x/red',
      '#/mail/confirm',
      '#/mail/read/abc',
      '#/game/%zz',
    ])
      expect(routeOf(hash)).toEqual({ page: 'missing' });
  });
});
