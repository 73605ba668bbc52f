// Which rule is being looked up; one dialog serves the whole page.

export const lookedUp: { book: string; rule: string } = $state({ book: '', rule: '' });

export function lookUp(book: string, rule: string): void {
  lookedUp.book = book;
  lookedUp.rule = rule;
}
