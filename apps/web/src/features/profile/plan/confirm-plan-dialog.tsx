import type { Subscription, User } from '@florin/contract';
import { formatAmount, isMoreThan, subtract } from '@florin/money';
import { Link } from '@tanstack/react-router';
import { CalendarClock, Info, TriangleAlert } from 'lucide-react';
import { fromExact } from '../../../api/exact.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../../wallet-ui/fee-summary.tsx';
import { day, dueLabel, dueOf, isBehind, limitText, priceOf, type PlanOffer } from './plan-words.ts';
import { useChangePlan, type PlanChanged } from './use-change-plan.ts';
import styles from './plan.module.css';

type ConfirmPlanDialogProps = {
  subscription: Subscription;
  offer: PlanOffer;
  user: User;
  onChanged: PlanChanged;
  onClose: () => void;
};

/** Asks for confirmation of an immediate plan change. Shows the cost, the wallet that pays, and later charges. */
export function ConfirmPlanDialog({ subscription, offer, user, onChanged, onClose }: ConfirmPlanDialogProps) {
  const { change, busy, problem } = useChangePlan(onChanged);
  const due = dueOf(offer);
  const available = fromExact('USD', user.balances.usd_exact);
  const isShort = isMoreThan(due, available);
  return (
    <Dialog open onOpenChange={(open) => !open && !busy && onClose()} title={`Change to ${offer.title}`}>
      <FeeSummary
        lines={[
          { label: 'Crypto purchases a month', value: limitText(offer) },
          { label: 'US Dollar wallet', value: <AmountText amount={available} /> },
        ]}
        total={{
          label: due.units === 0n ? 'Due today' : dueLabel(subscription),
          value: <AmountText amount={due} />,
        }}
      />
      <div className={styles.notes}>
        {problem !== undefined && (
          <Notice icon={TriangleAlert} tone="bad">
            {problem}
          </Notice>
        )}
        {isShort ? (
          <Notice icon={TriangleAlert} tone="warn">
            <b>You need {formatAmount(subtract(due, available))} more.</b> Add money to your US Dollar wallet first. It
            pays for plans.
          </Notice>
        ) : (
          <BillingNotice subscription={subscription} offer={offer} />
        )}
      </div>
      <div className="actions">
        {isShort ? (
          <Link className={buttonClass({ variant: 'primary' })} to="/dashboard" search={{ tab: 'wallet' }}>
            Go to Add Funds
          </Link>
        ) : (
          <Button variant="primary" busy={busy} needsServer onClick={() => void change(offer)}>
            {busy ? 'Changing...' : confirmLabel(offer)}
          </Button>
        )}
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

const confirmLabel = (offer: PlanOffer) =>
  dueOf(offer).units === 0n ? `Change to ${offer.title}` : `Pay ${formatAmount(dueOf(offer))}`;

function BillingNotice({ subscription, offer }: { subscription: Subscription; offer: PlanOffer }) {
  if (dueOf(offer).units === 0n)
    return (
      <Notice icon={Info}>
        <b>This takes effect immediately.</b> You pay nothing.
      </Notice>
    );
  const { renews_at: end } = subscription;
  const start = end === null || isBehind(subscription) ? 'today' : day(end);
  return (
    <Notice icon={CalendarClock}>
      Costs {formatAmount(priceOf(offer))} a month from {start}. You can switch back at the end of any month.
    </Notice>
  );
}
