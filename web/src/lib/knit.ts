// French spaces.

/** A text that is not broken where French sets a space: before a colon, a question mark and the like, and inside quotation marks. */
export function knit(text: string): string {
  return text.replace(/ (?=[?!:;»%])/g, '\u00a0').replace(/(?<=«) /g, '\u00a0');
}
