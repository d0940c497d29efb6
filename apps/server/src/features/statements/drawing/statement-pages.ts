/** How many lines stand on the first page of a statement, under its figures, and on each that follows. */
const linesOnFirstPage = 15;
const linesOnNextPages = 25;

/** The end of the statement takes the room of that many lines, and does not stand on a page without any. */
const linesOfClosing = 4;
const linesWithClosing = 3;

/** The number of lines on each page, so that a page can say of how many it is one. The end stands on the last. */
export function planPages(lines: number): readonly number[] {
  const pages: number[] = [];
  let rest = lines;
  for (;;) {
    const room = pages.length === 0 ? linesOnFirstPage : linesOnNextPages;
    if (rest + linesOfClosing <= room) return [...pages, rest];
    const here = Math.min(rest - linesWithClosing, room);
    pages.push(here);
    rest -= here;
  }
}
