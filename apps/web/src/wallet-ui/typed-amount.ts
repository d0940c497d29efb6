import { formatParts, isFiat, parseTyped, toDecimal, type AssetCode } from '@florin/money';

/** What was understood, said back when the writing could be read in two ways. "250" and "250.5" need no answer. */
export function echoOfTyped(asset: AssetCode, text: string): string | undefined {
  const { amount } = parseTyped(asset, text, decimalSeparator());
  if (!amount || isPlain(text, toDecimal(amount))) return undefined;
  const { major, minor } = formatParts(amount);
  return `Read as ${major}${minor} ${unitName(asset)}`;
}

/** The reader's own decimal sign, which settles what "1,000" means. */
export function decimalSeparator(): '.' | ',' {
  const { language } = navigator;
  if (last?.language !== language) last = { language, sign: decimalSignOf(language) };
  return last.sign;
}

/** Kept for the language: each key that is typed asks several times, and a number format is slow to make. */
let last: { readonly language: string; readonly sign: '.' | ',' } | undefined;

function decimalSignOf(language: string): '.' | ',' {
  return new Intl.NumberFormat(knownLanguage(language)).format(1.5).includes(',') ? ',' : '.';
}

/** Some browsers name their language as their system does, which is no language here: `en-US@posix`, or nothing. */
function knownLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const isPlain = (text: string, decimal: string) => /^\d+(\.\d*)?$/.test(text) && decimal.startsWith(text);

/** In the plural: US dollars. */
function unitName(asset: AssetCode): string {
  if (!isFiat(asset)) return asset;
  const inWords = new Intl.NumberFormat('en', { style: 'currency', currency: asset, currencyDisplay: 'name' });
  return inWords.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? asset;
}
