import { describe, expect, it } from 'vitest';
import { hit } from './hit';

const element = (marks: Record<string, Record<string, string>>) => ({
  closest: (selector: string) => (marks[selector] ? { dataset: marks[selector] } : null),
});
const arrow = element({ 'svg [data-choice]': { choice: '7' } });
const counter = element({ '[data-id]': { id: 'u3', hex: '45' } });
const ground = element({});

describe('a click on the map', () => {
  it('means the counter, where an arrow reaches over it', () => {
    expect(hit([arrow, counter, ground])).toEqual({ counter: { id: 'u3', hex: 45 } });
  });
  it('means the arrow where it lies alone', () => {
    expect(hit([arrow, ground])).toEqual({ arrow: 7 });
    expect(hit([ground])).toEqual({});
  });
});
