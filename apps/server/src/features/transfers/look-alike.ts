import { domainToUnicode } from 'node:url';

/** Letters of other alphabets that look like Latin ones, as forged domains use them, and what they look like. */
const foreign = Array.from('аеорсхуіјѕԁһӏαορνιıɡ');
const latin = Array.from('aeopcxyijsdhlaopviig');
const looksLike = new Map(foreign.map((letter, i) => [letter, latin[i] ?? letter]));

/** In an address this short two changes make somebody else. */
const shortLocalPart = 5;

/**
 * The one of the known addresses that another looks like without being it: the same to the eye, or one or two mistyped
 * characters away. The nearest, if there are several.
 */
export function findLookAlike<Known extends { readonly email: string }>(
  email: string,
  known: readonly Known[],
): Known | undefined {
  let nearest: { readonly known: Known; readonly distance: number } | undefined;
  for (const one of known) {
    const distance = seenAs(one.email) === seenAs(email) ? 0 : typingErrors(one.email, email);
    const most = Math.min(localPart(one.email).length, localPart(email).length) < shortLocalPart ? 1 : 2;
    if (distance <= most && distance < (nearest?.distance ?? Infinity)) nearest = { known: one, distance };
  }
  return nearest?.known;
}

const localPart = (email: string) => email.slice(0, email.lastIndexOf('@'));

/** The address as a hurried reader sees it: dots and a tag do not count, and what looks the same is the same. */
function seenAs(email: string): string {
  const local = localPart(email).replace(/\+.*$/, '').replaceAll('.', '');
  const domain = domainToUnicode(email.slice(email.lastIndexOf('@') + 1));
  return `${fold(local)}@${fold(domain)}`;
}

const fold = (text: string) =>
  Array.from(text.normalize('NFKD').replaceAll(/\p{M}/gu, ''), (letter) => looksLike.get(letter) ?? letter)
    .join('')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('rn', 'm');

const far = 3;

/**
 * How many characters were mistyped, left out, put in or swapped with their neighbour (Damerau-Levenshtein, optimal
 * string alignment); 3 for anything more than two.
 */
function typingErrors(a: string, b: string): number {
  if (Math.abs(a.length - b.length) >= far) return far;
  let [before, above]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++)
      current.push(cheapest(a, b, { row, column, before, above, current }));
    if (Math.min(...current) >= far) return far;
    [before, above] = [above, current];
  }
  return Math.min(above?.[b.length] ?? far, far);
}

type Place = {
  readonly row: number;
  readonly column: number;
  readonly before: readonly number[] | undefined;
  readonly above: readonly number[] | undefined;
  readonly current: readonly number[];
};

function cheapest(a: string, b: string, { row, column, before, above, current }: Place): number {
  const at = (line: readonly number[] | undefined, place: number) => line?.[place] ?? Infinity;
  const same = a[row - 1] === b[column - 1];
  const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
  return Math.min(
    at(above, column) + 1,
    at(current, column - 1) + 1,
    at(above, column - 1) + (same ? 0 : 1),
    swapped ? at(before, column - 2) + 1 : Infinity,
  );
}
