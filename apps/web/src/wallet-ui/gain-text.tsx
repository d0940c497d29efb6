import { divFloor, type Amount } from '@florin/money';
import { clsx } from 'clsx';
import { AmountText } from './amount-text.tsx';
import { Delta } from './delta.tsx';
import { percentText } from './percent-text.ts';

type GainTextProps = {
  gain: Amount<'USD'>;
  /** The base of the percentage. A cost of zero shows no percentage. */
  cost: Amount<'USD'>;
};

/** Shows a gain or loss with its sign, and its percentage of the cost with an arrow. */
export function GainText({ gain, cost }: GainTextProps) {
  return (
    <span className={clsx('gain', gain.units > 0n && 'positive', gain.units < 0n && 'negative')}>
      <AmountText amount={gain} sign="always" />
      {cost.units > 0n && (
        <>
          {' '}
          <Delta percent={percentText(percentOf(gain, cost))} />
        </>
      )}
    </span>
  );
}

/** Returns the percentage, rounded to two decimals. */
const percentOf = (part: Amount, whole: Amount): number =>
  Number(divFloor(part.units * 20_000n + whole.units, whole.units * 2n)) / 100;
