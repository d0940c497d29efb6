import { divFloor, type Amount } from '@florin/money';
import { clsx } from 'clsx';
import { AmountText } from './amount-text.tsx';
import { Delta } from './delta.tsx';
import { percentText } from './percent-text.ts';

type GainTextProps = {
  gain: Amount<'USD'>;
  /** What the gain is a share of. Of nothing there is no share. */
  cost: Amount<'USD'>;
};

/** A gain or a loss: with its sign, and as a share of the cost with an arrow. */
export function GainText({ gain, cost }: GainTextProps) {
  return (
    <span className={clsx('gain', gain.units > 0n && 'pos', gain.units < 0n && 'neg')}>
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

/** With two decimals, to the nearest. */
const percentOf = (part: Amount, whole: Amount): number =>
  Number(divFloor(part.units * 20_000n + whole.units, whole.units * 2n)) / 100;
