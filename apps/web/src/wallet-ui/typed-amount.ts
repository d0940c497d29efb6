import {
  assetOf,
  formatParts,
  isFiat,
  parseTyped,
  toDecimal,
  type Amount,
  type AmountProblem,
  type AssetCode,
} from '@florin/money';

export type ReadAmount<Asset extends AssetCode = AssetCode> =
  | { readonly amount: Amount<Asset>; readonly problem?: undefined }
  | { readonly amount?: undefined; readonly problem: string };

/** Parses a typed amount, or returns the error message. An empty text gets the message `missing`. */
export function readAmount<Asset extends AssetCode>(
  asset: Asset,
  text: string,
  missing = 'Please enter an amount',
): ReadAmount<Asset> {
  if (text.trim() === '') return { problem: missing };
  const { amount, problem } = parseTyped(asset, text, decimalSeparator());
  return amount ? { amount } : { problem: problemText(asset, problem) };
}

function problemText(asset: AssetCode, problem: AmountProblem): string {
  switch (problem) {
    case 'not_positive':
      return 'Amount must be greater than 0';
    case 'too_many_decimals':
      return `An amount in ${asset} has at most ${assetOf(asset).decimals} decimals`;
    case 'too_large':
      return 'Enter a smaller amount';
    case 'not_a_number':
      return 'Enter the amount in digits, such as 50.25';
  }
}

/** Returns an echo of the parsed amount if the text is ambiguous; undefined for "250" or "250.5". */
export function echoOfTyped(asset: AssetCode, text: string): string | undefined {
  const { amount } = readAmount(asset, text);
  if (!amount || isPlain(text, toDecimal(amount))) return undefined;
  const { major, minor } = formatParts(amount);
  return `Read as ${major}${minor} ${unitName(asset)}`;
}

/** Returns the decimal separator of the browser's language. This separator decides the meaning of "1,000". */
export function decimalSeparator(): '.' | ',' {
  const { language } = navigator;
  if (cached?.language !== language) cached = { language, separator: decimalSeparatorOf(language) };
  return cached.separator;
}

/** The separator is cached, because each key press needs it several times and a number format is slow to create. */
let cached: { readonly language: string; readonly separator: '.' | ',' } | undefined;

function decimalSeparatorOf(language: string): '.' | ',' {
  return new Intl.NumberFormat(knownLanguage(language)).format(1.5).includes(',') ? ',' : '.';
}

/** Returns a valid language tag. Some browsers report the system's locale, such as `en-US@posix`, or an empty string. */
function knownLanguage(language: string): string {
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return 'en';
  }
}

const isPlain = (text: string, decimal: string) => /^\d+(\.\d*)?$/.test(text) && decimal.startsWith(text);

/** Returns the plural name of a currency, such as `US dollars`. */
function unitName(asset: AssetCode): string {
  if (!isFiat(asset)) return asset;
  const inWords = new Intl.NumberFormat('en', { style: 'currency', currency: asset, currencyDisplay: 'name' });
  return inWords.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? asset;
}
