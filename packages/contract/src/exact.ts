import { amountOf, assetOf, type Amount, type AssetCode } from '@florin/money';

/** Parses a `…_exact` field of a response, sign included: `-102.00`, `0.00077903`. Throws for any other text. */
export function fromExact<Code extends AssetCode>(asset: Code, text: string): Amount<Code> {
  const [, integer, fraction] = /^(-?\d+)\.(\d+)$/.exec(text) ?? [];
  if (integer === undefined || fraction?.length !== assetOf(asset).decimals)
    throw new Error(`"${text}" is not an exact amount of ${asset}`);
  return amountOf(asset, BigInt(integer + fraction));
}
