import { describe, expect, it } from 'vitest';
import { clothOf, sideColour } from './cloth';

/** The relative luminance of a colour (WCAG). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const contrast = (a: string, b: string) => {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};

const NATIONS =
  'austria baden bavaria berg britain brunswick denmark france hanover hesse italy naples netherlands ottoman poland portugal prussia russia saxony spain sweden switzerland warsaw wurttemberg'.split(
    ' ',
  );

describe('the colours of counters', () => {
  it('can be read: figures stand out from the cloth', () => {
    for (const nation of [...NATIONS, 'nowhere']) {
      const { body, ink } = clothOf(nation, 0, false);
      expect(contrast(body, ink), nation).toBeGreaterThan(3);
    }
  });

  it('do not depend on how a nation is written, and have one for others', () => {
    expect(clothOf('France', 0, false)).toEqual(clothOf('france', 1, false));
    expect(clothOf('atlantis', 0, false)).toEqual(clothOf('lemuria', 1, false));
  });

  it('that everybody can tell apart differ in lightness, and follow the side', () => {
    const [own, other] = [clothOf('france', 0, true), clothOf('france', 1, true)];
    expect(contrast(own.body, other.body)).toBeGreaterThan(3);
    expect(clothOf('prussia', 1, true)).toEqual(other);
    expect([sideColour('#123456', 0, false), sideColour('#123456', 0, true)]).toEqual(['#123456', own.body]);
  });
});
