import type { PurchaseAllowance, Subscription, User } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { allowanceQuery, planQuery } from '../../../api/queries.ts';
import { may } from '../../../api/may.ts';
import { useSession } from '../../../api/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { errorAmong, LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ConfirmPlanDialog } from './confirm-plan-dialog.tsx';
import { PlanCard } from './plan-card.tsx';
import { OverPlan, PlanPurchases } from './plan-purchases.tsx';
import { day, isBehind, offerOf, priceOf } from './plan-words.ts';
import { usePlanChoice } from './use-plan-choice.ts';
import styles from './plan.module.css';

/** Shows the member's plan, its purchase limit and renewal date, and offers to change it. */
export function PlanSection() {
  const { user } = useSession();
  const plan = useQuery(planQuery);
  const allowance = useQuery(allowanceQuery);
  const failed = [plan, allowance].filter(({ isError, data }) => isError && data === undefined);
  const title = plan.data && offerOf(plan.data, plan.data.plan).title;
  return (
    <section className={`ledger ${styles.section}`} id="plan" aria-labelledby="plan-title">
      <header>
        <h2 id="plan-title">Plan</h2>
        {title && <Badge>{title}</Badge>}
      </header>
      {failed.length > 0 ? (
        <LoadFailed
          retrying={failed.some(({ isFetching }) => isFetching)}
          error={errorAmong(failed)}
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      ) : plan.data && allowance.data && user ? (
        <PlanNow subscription={plan.data} allowance={allowance.data} user={user} />
      ) : (
        <div className={styles.now} aria-busy>
          <div>
            <Skeleton width={220} height={28} />
            <Skeleton width="100%" height={6} className="space-above-3" />
          </div>
        </div>
      )}
    </section>
  );
}

type PlanNowProps = { subscription: Subscription; allowance: PurchaseAllowance; user: User };

function PlanNow({ subscription, allowance, user }: PlanNowProps) {
  const cardsId = useId();
  const manages = may(user, 'manage');
  const { isOpen, toggle, choose, asked, leave, finish, keep, busy, problem } = usePlanChoice(subscription);
  return (
    <>
      <div className={styles.now}>
        <div>
          <PlanPurchases allowance={allowance} />
        </div>
        {manages && (
          <Button size="s" aria-expanded={isOpen} aria-controls={cardsId} onClick={toggle}>
            Change plan
          </Button>
        )}
      </div>
      <div className={styles.notes}>
        <RenewalNotice subscription={subscription} busy={busy} onKeep={manages ? keep : undefined} />
        <OverPlan allowance={allowance} />
        {problem !== undefined && (
          <Notice icon={TriangleAlert} tone="bad">
            {problem}
          </Notice>
        )}
      </div>
      <div className={styles.grid} id={cardsId} hidden={!isOpen}>
        {subscription.plans.map((offer) => (
          <PlanCard
            key={offer.name}
            subscription={subscription}
            offer={offer}
            busy={busy}
            onChoose={() => choose(offer)}
          />
        ))}
      </div>
      {manages && asked && (
        <ConfirmPlanDialog subscription={subscription} offer={asked} user={user} onChanged={finish} onClose={leave} />
      )}
    </>
  );
}

type RenewalNoticeProps = { subscription: Subscription; busy: boolean; onKeep: (() => void) | undefined };

function RenewalNotice({ subscription, busy, onKeep }: RenewalNoticeProps) {
  const { plan, next_plan: next, renews_at: end, grace_until: grace } = subscription;
  const present = offerOf(subscription, plan);
  if (end === null) return plan === 'personal' ? null : <p className="small muted">This plan is free for you.</p>;
  if (isBehind(subscription) && grace !== null)
    return (
      <Notice icon={TriangleAlert} tone="warn">
        <b>Your payment on {day(end)} failed.</b> Add {formatAmount(priceOf(present))} to your US Dollar wallet by{' '}
        {day(grace)}, or you move to Personal.
      </Notice>
    );
  if (next === null)
    return (
      <p className="small muted">
        Renews {day(end)} for {formatAmount(priceOf(present))} from your US Dollar wallet.
      </p>
    );
  return (
    <div className={styles.next}>
      <p className="small">
        You switch to <b className="strong">{offerOf(subscription, next).title}</b> on {day(end)}.
      </p>
      {onKeep && (
        <Button size="s" busy={busy} onClick={onKeep}>
          Keep {present.title}
        </Button>
      )}
    </div>
  );
}
