import type { PurchaseAllowance } from '@florin/contract';
import { subtract, formatAmount } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { fromExact } from '../../../api/exact.ts';
import { Notice } from '../../../ui/notice.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { nextMonth } from './plan-words.ts';
import styles from './plan.module.css';

/** Shows how much of this month's purchase limit is used. */
export function PlanPurchases({ allowance: { month } }: { allowance: PurchaseAllowance }) {
  if (!month)
    return (
      <p>
        <b className="strong">No limit on crypto purchases.</b>
      </p>
    );
  const limit = fromExact('USD', month.limit_exact);
  const left = fromExact('USD', month.left_exact);
  const bought = subtract(limit, left);
  return (
    <>
      <p className={`figure ${styles.bought}`}>
        <AmountText amount={bought} /> <span className="small muted">of {formatAmount(limit)} bought this month</span>
      </p>
      <Progress value={Number(bought.units) / Number(limit.units)} label="This month’s purchase limit used" />
      <p className="small muted">
        {formatAmount(left)} left. Resets {nextMonth()}.
      </p>
    </>
  );
}

/** Shown when this month's purchase limit is used up. */
export function OverPlan({ allowance: { month } }: { allowance: PurchaseAllowance }) {
  if (!month || fromExact('USD', month.left_exact).units > 0n) return null;
  return (
    <Notice icon={TriangleAlert} tone="warn">
      <b>You reached this month&rsquo;s limit.</b> To buy more now, change to a larger plan. The limit resets{' '}
      {nextMonth()}.
    </Notice>
  );
}
