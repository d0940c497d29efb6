/** Returns numbers from 0 to below `limit`. The same seed always gives the same numbers. */
export function randomFrom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

type Random = (limit: number) => number;
type Mutation = (text: string, random: Random) => string;

const pieces = [
  '<',
  '>',
  '&',
  '&amp;',
  '&x;',
  '&#0;',
  '&#x110000;',
  ']]>',
  '<![CDATA[',
  '<!--',
  '-->',
  '<?x?>',
  '<!DOCTYPE x>',
  '\0',
  '\ufffe',
  '\ud800',
  '-',
  '.',
  ',',
  '9'.repeat(50),
  '"',
  '<Ntry>',
  '</Ntry>',
  '<Stmt/>',
  '<TxDtls/>',
];

const mutations: readonly Mutation[] = [
  (text, random) => text.slice(0, random(text.length)),
  (text, random) => text.slice(random(text.length)),
  (text, random) => replacedAt(text, random, 1, String(random(10))),
  (text, random) => digitChanged(text, random),
  (text, random) => replacedAt(text, random, random(40), ''),
  (text, random) => replacedAt(text, random, 0, pieces[random(pieces.length)] ?? ''),
  (text, random) => replacedAt(text, random, 0, '<a>'.repeat(random(100))),
  (text, random) => replacedAt(text, random, 0, text.slice(random(text.length)).slice(0, random(500))),
  (text, random) => linesExchanged(text, random),
  (text, random) => lineRemoved(text, random),
];

/** Returns the text with one to three random damages. */
export function mutated(text: string, random: Random): string {
  let damaged = text;
  for (let count = 1 + random(3); count > 0; count -= 1)
    damaged = mutations[random(mutations.length)]?.(damaged, random) ?? damaged;
  return damaged;
}

function replacedAt(text: string, random: Random, length: number, by: string): string {
  const start = random(text.length + 1);
  return text.slice(0, start) + by + text.slice(start + length);
}

function digitChanged(text: string, random: Random): string {
  const digits = [...text.matchAll(/\d/g)];
  const index = digits[random(digits.length)]?.index ?? 0;
  return `${text.slice(0, index)}${random(10)}${text.slice(index + 1)}`;
}

function linesExchanged(text: string, random: Random): string {
  const lines = text.split('\n');
  const [left, right] = [random(lines.length), random(lines.length)];
  const [first, second] = [lines[left] ?? '', lines[right] ?? ''];
  return lines.with(left, second).with(right, first).join('\n');
}

function lineRemoved(text: string, random: Random): string {
  const lines = text.split('\n');
  return lines.toSpliced(random(lines.length), 1).join('\n');
}
