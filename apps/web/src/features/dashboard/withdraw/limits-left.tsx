import type { Limits } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { limitsLeft } from '../../../wallet-ui/outflow-limits.ts';

/** Shows the remaining limits, in US dollars. Renders nothing until they load; the server enforces them. */
export function LimitsLeft({ limits, currency }: { limits: Limits | undefined; currency: FiatCode }) {
  if (!limits) return null;
  const { day, month } = limitsLeft(limits);
  return (
    <p className="small muted">
      You can withdraw <AmountText amount={day} /> today, <AmountText amount={month} /> this month
      {currency === 'USD' ? '' : ', in US dollars'}.
    </p>
  );
}
