// The colours of counters: those of the engraver's pictures, and a palette that everybody can tell apart.

export interface Cloth {
  body: string;
  ink: string;
  /** Around the letters, so that they stand out from what lies under them. */
  halo: string;
  field: string;
}

const BLACK = '#1d1913';
const WHITE = '#ffffff';

const NATIONS: Record<string, [string, string, string]> = {
  austria: ['#f1efe8', BLACK, '#ffffff'],
  baden: ['#c9a227', BLACK, '#f3e3a8'],
  bavaria: ['#7fb2dc', BLACK, '#dcebf7'],
  berg: ['#d8dfe0', BLACK, '#ffffff'],
  britain: ['#b3272b', WHITE, '#f3d9d3'],
  brunswick: ['#2b2b2e', WHITE, '#c9ccd1'],
  denmark: ['#c8443c', WHITE, '#f6ddd8'],
  france: ['#2c4a94', WHITE, '#d7e0f4'],
  hanover: ['#8f2f36', WHITE, '#eed6cf'],
  hesse: ['#4b5f8c', WHITE, '#d5dced'],
  italy: ['#3f8a4f', WHITE, '#d8eeda'],
  naples: ['#efe0c2', BLACK, '#fff8e6'],
  netherlands: ['#d9832b', BLACK, '#fae3c8'],
  ottoman: ['#5f7f3a', WHITE, '#e2ebcf'],
  poland: ['#8e2f6a', WHITE, '#f2d9e8'],
  portugal: ['#7b5234', WHITE, '#ecdcc9'],
  prussia: ['#3c4a57', WHITE, '#d3dbe2'],
  russia: ['#35663f', WHITE, '#d5e6d3'],
  saxony: ['#c7c9b4', BLACK, '#f5f5ea'],
  spain: ['#e0b23a', BLACK, '#fbeec5'],
  sweden: ['#3d7ab5', WHITE, '#f4dd7a'],
  switzerland: ['#d98f86', BLACK, '#fbe6e2'],
  warsaw: ['#8e2f6a', WHITE, '#f2d9e8'],
  wurttemberg: ['#33415e', WHITE, '#ecd98b'],
};

/** Two sides that differ in lightness as well as in hue (Okabe and Ito's blue and orange). */
const SAFE: Cloth[] = [
  { body: '#0b4f8a', ink: WHITE, halo: BLACK, field: '#d6e6f5' },
  { body: '#f0a430', ink: BLACK, halo: WHITE, field: '#fff1d6' },
];

/** The colours of a counter. */
export function clothOf(nation: string, side: number, safe: boolean): Cloth {
  if (safe) return SAFE[side % 2]!;
  const [body, ink, field] = NATIONS[nation.toLowerCase()] ?? ['#8b8168', WHITE, '#efe9d8'];
  return { body, ink, halo: ink === WHITE ? BLACK : WHITE, field };
}

/** The colour of a side that has none. */
const GREY = '#777777';

/** A side's colour for rims and flags. */
export function sideColour(colour: string | undefined, side: number, safe: boolean): string {
  return safe ? SAFE[side % 2]!.body : (colour ?? GREY);
}
