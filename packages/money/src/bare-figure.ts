import { assetOf, type AssetCode } from './asset.ts';

/** Returns the names that may appear next to an amount of this asset: `$` and `USD`. */
export function namesOf(asset: AssetCode): readonly string[] {
  const { sign, code } = assetOf(asset);
  return sign ? [sign, code] : [code];
}

/** Zero-width and direction characters, which copied text may contain. */
const invisible = /\p{Cf}/gu;

/**
 * Removes the asset's names and normalizes the sign: `−$1,234.56` and `$-1,234.56 USD` become `-1,234.56`, and `+50
 * USD` becomes `50`. Keeps the name of another currency, so an amount in another currency is not misread. Returns other
 * text unchanged.
 */
export function bareFigure(text: string, names: readonly string[]): string {
  const seen = text.replaceAll(invisible, '');
  const { sign: outer, rest } = signOf(seen.trim());
  const named = withoutNames(rest, names);
  const { sign: inner, rest: figure } = outer ? { sign: '', rest: named } : signOf(named);
  const sign = outer || inner;
  if (sign === '' && figure === seen.trim()) return seen; // keeps spaces while the user types
  return sign === '' || sign === '+' ? figure : `-${figure}`;
}

function signOf(text: string): { sign: string; rest: string } {
  const [, sign = '', rest = text] = /^([-+\u2010-\u2015\u2212\ufe63\uff0d\uff0b])\s*(.*)$/su.exec(text) ?? [];
  return { sign: sign === '\uff0b' ? '+' : sign, rest };
}

/** Removes at most one name on each side. A name that ends or begins with a digit needs a space next to the number. */
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
