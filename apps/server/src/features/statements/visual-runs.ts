const leftward = String.raw`[[\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Syriac}\p{sc=Thaana}\p{sc=Nko}]&&\p{L}]`;
const rightward = String.raw`[\p{L}--${leftward}]`;

/** From one letter that is read from the right to the last of them, or a number behind it, without any other letter. */
const stretch = new RegExp(String.raw`${leftward}(?:(?:(?!${rightward}).)*[${leftward}\p{M}\p{Nd}%])?`, 'gv');

/** Within it these are read from the left all the same. */
const figure = /([$€£]?\p{Nd}(?:[\p{Nd}.,:\/\-]*\p{Nd})?[%$€£]?)/v;

const anyLeftward = new RegExp(leftward, 'v');
const mirrors: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '«': '»', '»': '«' };

/** Some of it is read from right to left. */
export const isReadBothWays = (text: string): boolean => anyLeftward.test(text);

/**
 * The parts of a line as they stand beside each other, from left to right: more than one where some of it is read from
 * right to left. In each the letters go one way, that of the first. What Unicode's algorithm (UAX 9) comes to for a line
 * of English with names and notes in it.
 */
export function visualRuns(line: string): readonly string[] {
  const runs: string[] = [];
  let end = 0;
  for (const { 0: found, index } of line.matchAll(stretch)) {
    runs.push(line.slice(end, index), ...found.split(figure).toReversed().map(turned));
    end = index + found.length;
  }
  return [...runs, line.slice(end)].filter((run) => run !== '');
}

/** Letters are turned by whoever sets them, and signs that come in pairs, and what has no letters, are not. */
function turned(part: string): string {
  if (figure.test(part)) return part;
  const signs = Array.from(part, (sign) => mirrors[sign] ?? sign);
  return (isReadBothWays(part) ? signs : signs.toReversed()).join('');
}
