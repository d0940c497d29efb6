import { assetOf, type AssetCode } from './asset.ts';

/** What may stand beside a figure of this asset, as it is shown: `$` and `USD`. */
export function namesOf(asset: AssetCode): readonly string[] {
  const { sign, code } = assetOf(asset);
  return sign ? [sign, code] : [code];
}

/** Marks without width and marks of direction, which come along when text is copied from a page. */
const invisible = /\p{Cf}/gu;

/**
 * A figure without what is shown around it: `−$1,234.56` and `$-1,234.56 USD` are `-1,234.56`, `+50 USD` is `50`. Another
 * currency's name stays, so that nothing is taken for what it is not. A text without any of this comes back as it is.
 */
export function bareFigure(text: string, names: readonly string[]): string {
  const seen = text.replaceAll(invisible, '');
  const { sign: outer, rest } = signOf(seen.trim());
  const named = withoutNames(rest, names);
  const { sign: inner, rest: figure } = outer ? { sign: '', rest: named } : signOf(named);
  const sign = outer || inner;
  if (sign === '' && figure === seen.trim()) return seen; // blanks that are being typed stay
  return sign === '' || sign === '+' ? figure : `-${figure}`;
}

function signOf(text: string): { sign: string; rest: string } {
  const [, sign = '', rest = text] = /^([-+\u2010-\u2015\u2212\ufe63\uff0d\uff0b])\s*(.*)$/su.exec(text) ?? [];
  return { sign: sign === '\uff0b' ? '+' : sign, rest };
}

/** At most one name on each side. Where a name ends or begins with a digit, a blank has to part it from the figure. */
function withoutNames(text: string, names: readonly string[]): string {
  const before = names.find((name) => startsWith(text, name));
  const tail = before === undefined ? text : text.slice(before.length).trimStart();
  const after = names.find((name) => name !== before && endsWith(tail, name));
  return after === undefined ? tail : tail.slice(0, -after.length).trimEnd();
}

const startsWith = (text: string, name: string) =>
  isSame(text.slice(0, name.length), name) && !(isDigit(name.at(-1)) && isDigit(text.at(name.length)));

const endsWith = (text: string, name: string) =>
  isSame(text.slice(-name.length), name) && !(isDigit(name.at(0)) && isDigit(text.at(-name.length - 1)));

const isSame = (text: string, name: string) => text.toUpperCase() === name.toUpperCase();
const isDigit = (sign: string | undefined) => sign !== undefined && /[\p{Nd}.,]/u.test(sign);
