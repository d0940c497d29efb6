import type { PurchaseAllowance } from '@florin/contract';
import { formatAmount, isMoreThan, type Amount } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import { fromExact } from '../../../api/exact.ts';
import { allowanceQuery } from '../../../api/queries.ts';
import { Notice } from '../../../ui/notice.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { PlansLink, WaysOut } from '../../../wallet-ui/ways-out.tsx';

export type Allowance = { readonly plan: PurchaseAllowance['plan']; readonly left: Amount<'USD'> };

/** Returns how much the plan still allows this month; `undefined` without a limit and until loaded. */
export function useAllowance(): Allowance | undefined {
  const { data } = useQuery(allowanceQuery);
  return data?.month ? { plan: data.plan, left: fromExact('USD', data.month.left_exact) } : undefined;
}

export function AllowanceLeft({ left }: Allowance) {
  return (
    <>
      <AmountText amount={left} /> left this month
    </>
  );
}

type OverAllowanceProps = {
  allowance: Allowance;
  amount: Amount<'USD'>;
  onTakeLargest: (largest: Amount<'USD'>) => void;
};

/** Warns about an amount above the allowance and offers the largest possible amount. */
export function OverAllowance({ allowance: { plan, left }, amount, onTakeLargest }: OverAllowanceProps) {
  if (!isMoreThan(amount, left)) return null;
  const planName = planNames[plan];
  if (left.units === 0n) {
    return (
      <Notice icon={Gauge} tone="warn" scrollsIntoView>
        <b>Nothing is left this month.</b> You have used up the {planName} plan&rsquo;s purchase limit.
        <WaysOut>
          <PlansLink />
        </WaysOut>
      </Notice>
    );
  }
  return (
    <Notice icon={Gauge} tone="warn" scrollsIntoView>
      <b>Over your limit.</b> The {planName} plan has {formatAmount(left)} left this month.
      <WaysOut max={left} onUse={() => onTakeLargest(left)}>
        <PlansLink />
      </WaysOut>
    </Notice>
  );
}

const planNames: Record<Allowance['plan'], string> = { personal: 'Personal', pro: 'Pro', business: 'Business' };
