// What a click on the map means, where things lie over one another.

/** A counter or an arrow that was hit. */
export interface Hit {
  counter?: { id: string; hex: number };
  arrow?: number;
}

/** What is marked on an element, if anything. */
interface Marked {
  closest(selector: string): { dataset?: Record<string, string | undefined> } | null;
}

/** The meaning of what lies under a click, the uppermost first. A counter wins over an arrow that reaches over it: nobody turns a unit who
 * points at another one. */
export function hit(elements: readonly unknown[]): Hit {
  let arrow: number | undefined;
  for (const element of elements as Marked[]) {
    const on = element.closest('[data-id]')?.dataset;
    if (on?.id !== undefined && on.hex !== undefined) return { counter: { id: on.id, hex: Number(on.hex) } };
    const choice = element.closest('svg [data-choice]')?.dataset?.choice;
    if (choice !== undefined) arrow ??= Number(choice);
  }
  return arrow === undefined ? {} : { arrow };
}
