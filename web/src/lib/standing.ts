// Conditions of standing orders, as they are put together in a form.

import type * as W from './wire';

/** A condition that is being put together: all that its subject may need. The form has no field for a thing. */
export interface Draft {
  what: Exclude<W.OrderCondition['what'], 'is'>;
  /** The id of an arm; empty: any. */
  arm: string;
  /** The id of a state; empty: the first. */
  state: string;
  least: number;
  most: number;
}

/** The condition as the server wants it; `state` is meant where none was chosen. */
export function wired({ what, arm, least, most, ...draft }: Draft, state: string): W.OrderCondition {
  switch (what) {
    case 'state':
      return { what, state: draft.state || state };
    case 'enemy':
    case 'friend':
      return { what, ...(arm ? { arm } : {}), least, most };
    default:
      return { what, least, most };
  }
}
