// The words of the page in French.

import { house } from './house';
import { lobby } from './lobby';
import { making } from './making';
import { game } from './game';
import { decision } from './decision';
import { map } from './map';
import { panels } from './panels';
import { settings } from './settings';
import { replay } from './replay';
import { dice } from './dice';

export const fr = {
  ...house,
  ...lobby,
  ...making,
  ...game,
  ...decision,
  ...map,
  ...panels,
  ...settings,
  ...replay,
  ...dice,
};
