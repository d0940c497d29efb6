import { readPrice } from './price-figure.ts';

type PriceTextProps = {
  /** An exact decimal, such as `price_exact`. */
  usdPerCoin: string;
  /** Shows every digit of the price, so that the member can check the sum. */
  exact?: boolean;
};

/** Shows a price in dollars. The decimals are muted for prices of one dollar or more. */
export function PriceText({ usdPerCoin, exact = false }: PriceTextProps) {
  const { major, minor } = readPrice(usdPerCoin, exact);
  return (
    <span className="amount">
      <span className="amount-currency">$</span>
      {major === '0' ? (
        `${major}${minor}`
      ) : (
        <>
          {major}
          <span className="amount-minor">{minor}</span>
        </>
      )}
    </span>
  );
}
