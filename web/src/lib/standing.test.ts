import { describe, expect, it } from 'vitest';

import { wired, type Draft } from './standing';

describe('conditions of standing orders', () => {
  const draft = (more: Partial<Draft>): Draft => ({
    what: 'enemy',
    arm: '',
    state: '',
    least: 0,
    most: 4,
    ...more,
  });

  it('have what their subject needs, and nothing else', () => {
    expect(wired(draft({}), 'good')).toEqual({ what: 'enemy', least: 0, most: 4 });
    const cavalry = { what: 'friend', arm: 'cavalry', least: 0, most: 4 };
    expect(wired(draft({ what: 'friend', arm: 'cavalry' }), 'good')).toEqual(cavalry);
    expect(wired(draft({ what: 'turn', arm: 'cavalry', least: 2 }), 'good')).toEqual({
      what: 'turn',
      least: 2,
      most: 4,
    });
  });

  it('are on the first state where none was chosen', () => {
    expect(wired(draft({ what: 'state' }), 'good')).toEqual({ what: 'state', state: 'good' });
    expect(wired(draft({ what: 'state', state: 'routed' }), 'good')).toEqual({
      what: 'state',
      state: 'routed',
    });
  });
});
