import { readPrice } from './price-figure.ts';

type PriceTextProps = {
  /** An exact decimal, as `price_exact` is. */
  usdPerCoin: string;
  /** With every digit the price has, where somebody may want to check the sum. */
  exact?: boolean;
};

/** A price in dollars. From one dollar on the cents are muted; below that every digit says something and is ink. */
export function PriceText({ usdPerCoin, exact = false }: PriceTextProps) {
  const { major, minor } = readPrice(usdPerCoin, exact);
  return (
    <span className="amt">
      <span className="amt-cur">$</span>
      {major === '0' ? (
        `${major}${minor}`
      ) : (
        <>
          {major}
          <span className="amt-minor">{minor}</span>
        </>
      )}
    </span>
  );
}
