import type { BatchPayout } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp, TriangleAlert } from 'lucide-react';
import { paymentRulesQuery } from '../../api/queries-of-approvals.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { useSession } from '../../api/session.ts';
import { fromExact } from '../../api/exact.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';
import { amountsText, countText, openAmounts, retried } from './batch-words.ts';
import { usePay, type How } from './use-pay.ts';
import styles from './batch-payouts.module.css';

type PayDialogProps = { batch: BatchPayout; how: How; onClose: () => void };

/** Confirms the payment of all rows, or of the rows that failed or did not run. */
export function PayDialog({ batch, how, onClose }: PayDialogProps) {
  const isStart = how === 'start';
  const { run, busy, error, isInDoubt } = usePay(batch, how, onClose);
  return (
    <Dialog
      open
      onOpenChange={() => !busy && onClose()}
      title={isStart ? `Start ${countText(batch.counts.all)}?` : `Retry ${countText(retried(batch.counts))}?`}
      description={
        isStart
          ? 'Each row is paid once. Payments cannot be reversed.'
          : 'Only rows that were not paid. A paid row is never paid again.'
      }
    >
      <div className={styles.dialogSums}>
        {batch.totals.map((total) => (
          <DialogSum key={total.currency} total={total} isWhole={isStart} />
        ))}
      </div>
      <Rules />
      {isInDoubt ? (
        <Notice icon={CircleHelp} tone="warn" scrollsIntoView>
          <b>The server did not answer.</b> Press again to check. Nothing is paid twice.
        </Notice>
      ) : (
        error && (
          <Notice icon={TriangleAlert} tone="bad" scrollsIntoView>
            {troubleText(error)}
          </Notice>
        )
      )}
      <div className="actions">
        <Button variant="primary" busy={busy} needsServer onClick={() => run()}>
          {busy ? 'Starting...' : `Pay ${amountsText(openAmounts(batch))}`}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}

type DialogSumProps = { total: BatchPayout['totals'][number]; isWhole: boolean };

/** All payments of one currency, or its unpaid payments. */
function DialogSum({ total, isWhole }: DialogSumProps) {
  const { currency, count, sum_exact: sum, fees_exact: fees, open_exact: open } = total;
  const money = (text: string) => <AmountText amount={fromExact(currency, text)} />;
  if (fromExact(currency, open).units === 0n) return null;
  const lines = [
    { label: countText(count), value: money(sum) },
    { label: 'Fees', value: money(fees) },
  ];
  return (
    <FeeSummary
      large={false}
      lines={isWhole ? lines : []}
      total={{ label: isWhole ? 'Total' : 'Not paid yet, with fees', value: money(open) }}
    />
  );
}

/** Shows the effect of the business's rules on the file. A person's own account has no rules. */
function Rules() {
  const { user } = useSession();
  const { data } = useQuery({ ...paymentRulesQuery, enabled: Boolean(user?.business) });
  if (!user?.business || data?.sentences.length === 0) return null;
  return (
    <div className={styles.rules}>
      <p>
        <b>Your rules decide.</b> They also count all payments together. If a rule asks for an approval, the whole file
        waits, and nothing is paid until then.
      </p>
      {data && (
        <ul>
          {[...new Set(data.sentences)].map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
