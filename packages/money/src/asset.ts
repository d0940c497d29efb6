/** The currencies a wallet can hold. Each has two decimals. */
export const fiatCodes = ['USD', 'EUR', 'GBP'] as const;
export type FiatCode = (typeof fiatCodes)[number];

/** A fiat code, or a coin's symbol such as `BTC`. */
export type AssetCode = string;

export type Asset<Code extends AssetCode = AssetCode> = {
  readonly code: Code;
  readonly kind: 'fiat' | 'coin';
  /** The decimals of the smallest unit: 2 for fiat, 8 for coins. */
  readonly decimals: 2 | 8;
  /** The currency sign before an amount. Empty for coins. */
  readonly sign: string;
};

const signs: Record<FiatCode, string> = { USD: '$', EUR: '€', GBP: '£' };

export const isFiat = (code: AssetCode): code is FiatCode => (fiatCodes as readonly string[]).includes(code);

export function assetOf<Code extends AssetCode>(code: Code): Asset<Code> {
  return isFiat(code)
    ? { code, kind: 'fiat', decimals: 2, sign: signs[code] }
    : { code, kind: 'coin', decimals: 8, sign: '' };
}
