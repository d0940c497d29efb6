import type { Limits } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { limitsLeft } from '../../../wallet-ui/outflow-limits.ts';

/** What is left of the limits, which count in dollars. Said when it is known: the server decides. */
export function LimitsLeft({ limits, currency }: { limits: Limits | undefined; currency: FiatCode }) {
  if (!limits) return null;
  const { day, month } = limitsLeft(limits);
  return (
    <p className="small muted">
      <AmountText amount={day} /> more can be withdrawn today, <AmountText amount={month} /> this month
      {currency === 'USD' ? '' : ', counted in US dollars'}.
    </p>
  );
}
