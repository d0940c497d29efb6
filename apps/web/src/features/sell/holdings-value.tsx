import { add, zero } from '@florin/money';
import type { Holding } from '../../api/read/answers.ts';
import { fromExact } from '../../api/exact.ts';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { useLiveHoldings } from '../../wallet-ui/live-holding.ts';

/** Shows the total value of all holdings at live prices. */
export function HoldingsValue({ holdings }: { holdings: readonly Holding[] }) {
  const values = useLiveHoldings(holdings).map(({ value_exact }) => fromExact('USD', value_exact));
  return (
    <span className="muted">
      <AmountText amount={values.reduce(add, zero('USD'))} />
    </span>
  );
}
