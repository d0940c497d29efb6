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

type ConfirmPlanDialogProps = {
  subscription: Subscription;
  offer: PlanOffer;
  user: User;
  onChanged: PlanChanged;
  onClose: () => void;
};

/** Asks before money moves, or a plan ends at once: what it costs, from which wallet, and how it goes on. */
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
      <div className="plan-notes">
        {problem !== undefined && (
          <Notice icon={TriangleAlert} tone="bad">
            {problem}
          </Notice>
        )}
        {isShort ? (
          <Notice icon={TriangleAlert} tone="warn">
            <b>{formatAmount(subtract(due, available))} more is needed.</b> Add it to your US Dollar wallet first; a
            plan is paid from there.
          </Notice>
        ) : (
          <GoesOn subscription={subscription} offer={offer} />
        )}
      </div>
      <div className="actions">
        {isShort ? (
          <Link className={buttonClass({ variant: 'primary' })} to="/dashboard" search={{ tab: 'wallet' }}>
            Go to Add Funds
          </Link>
        ) : (
          <Button variant="primary" busy={busy} needsServer onClick={() => void change(offer)}>
            {busy ? 'Changing...' : confirmWords(offer)}
          </Button>
        )}
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

const confirmWords = (offer: PlanOffer) =>
  dueOf(offer).units === 0n ? `Change to ${offer.title}` : `Pay ${formatAmount(dueOf(offer))}`;

function GoesOn({ subscription, offer }: { subscription: Subscription; offer: PlanOffer }) {
  if (dueOf(offer).units === 0n)
    return (
      <Notice icon={Info}>
        <b>This takes effect at once.</b> Nothing is charged, now or later.
      </Notice>
    );
  const { renews_at: end } = subscription;
  const next = end === null || isBehind(subscription) ? 'every month from this day on' : `from ${day(end)} on`;
  return (
    <Notice icon={CalendarClock}>
      Then {formatAmount(priceOf(offer))} a month, {next}. You can go back at the end of any month.
    </Notice>
  );
}
