// What has been on the screen long enough to be read. What is drawn below the fold, or only for a moment, has not.

/** So long the odds of an answer stand on the page, in view, before dice are thrown for it. */
export const SEEN_MS = 400;
const LOOK_MS = 100;

/** Whether an element can be seen at its left edge: nothing cuts it off, and nothing lies over it. */
export function inView(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return false;
  const above = document.elementFromPoint(left + Math.min(4, width / 2), top + height / 2);
  return above !== null && element.contains(above);
}

/** Calls once all the elements have been in view for a while, with the same words and without a break. Gives back how to give it up. */
export function whenSeen(elements: () => Element[], done: () => void): () => void {
  let seen = 0;
  let before = '';
  const timer = setInterval(() => {
    const all = elements();
    const said = all.map((element) => element.textContent).join('\n');
    seen = all.length > 0 && said === before && all.every(inView) ? seen + LOOK_MS : 0;
    before = said;
    if (seen < SEEN_MS) return;
    clearInterval(timer);
    done();
  }, LOOK_MS);
  return () => clearInterval(timer);
}
