/** The number of lines on a statement's first page, below its summary, and on the following pages. */
const linesOnFirstPage = 15;
const linesOnNextPages = 25;

/** The closing part needs the space of `linesOfClosing` lines, and is never on a page without lines. */
const linesOfClosing = 4;
const linesWithClosing = 3;

/** Returns the number of lines on each page. The closing part is on the last page. */
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
