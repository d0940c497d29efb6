import type { AssetCode } from './asset.ts';

/** A count of an asset's smallest unit: cents, or hundred-millionths of a coin. Never a float. */
export type Amount<Code extends AssetCode = AssetCode> = {
  readonly asset: Code;
  readonly units: bigint;
};

export const amountOf = <Code extends AssetCode>(asset: Code, units: bigint): Amount<Code> => ({ asset, units });

export const zero = <Code extends AssetCode>(asset: Code): Amount<Code> => amountOf(asset, 0n);

export const add = <Code extends AssetCode>(a: Amount<Code>, b: Amount<Code>): Amount<Code> =>
  amountOf(sameAsset(a, b), a.units + b.units);

export const subtract = <Code extends AssetCode>(a: Amount<Code>, b: Amount<Code>): Amount<Code> =>
  amountOf(sameAsset(a, b), a.units - b.units);

export const negate = <Code extends AssetCode>(a: Amount<Code>): Amount<Code> => amountOf(a.asset, -a.units);

export const isMoreThan = <Code extends AssetCode>(a: Amount<Code>, b: Amount<Code>): boolean => {
  sameAsset(a, b);
  return a.units > b.units;
};

/** Returns the common asset. Throws if the assets differ, because the types of some callers allow different assets. */
function sameAsset<Code extends AssetCode>(a: Amount<Code>, b: Amount<Code>): Code {
  if (a.asset !== b.asset) throw new Error(`cannot combine amounts in ${a.asset} and ${b.asset}`);
  return a.asset;
}
