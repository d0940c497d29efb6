import type { Transaction } from '@florin/contract';
import { formatAmount, subtract, type Amount, type FiatCode } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { fromExact } from '../../../api/exact.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { FeeSummary } from '../../../wallet-ui/fee-summary.tsx';
import { DoneButton } from '../money-dialog/done-button.tsx';
import { OutcomeHead } from '../money-dialog/outcome-head.tsx';
import { Track, type TrackStep } from '../money-dialog/track.tsx';
import { usePolledTransaction, type Placed } from '../money-dialog/use-polled-transaction.ts';

type Expected = {
  readonly amount: Amount<FiatCode>;
  /** The source of the money, such as `Visa •••• 4242`. */
  readonly source: string;
};

type DepositOutcomeProps = Expected & {
  placed: Placed;
  onClose: () => void;
  /** Starts another deposit. */
  onMore: () => void;
  /** Returns to the form with its fields. */
  onAgain: () => void;
};

/** Shows the result of a deposit. A pending deposit is polled until it completes or fails. */
export function DepositOutcome({ placed, onMore, onAgain, ...shown }: DepositOutcomeProps) {
  const { transaction } = usePolledTransaction(placed);
  switch (transaction.status) {
    case 'completed':
      return <Added {...shown} transaction={transaction} onMore={onMore} />;
    case 'pending':
      return <InTransit {...shown} transaction={transaction} />;
    case 'cancelled':
    case 'returned':
      return <NotArrived {...shown} transaction={transaction} onAgain={onAgain} />;
  }
}

type OutcomeProps = Expected & { transaction: Transaction; onClose: () => void };

function Added({ transaction, amount, source, onClose, onMore }: OutcomeProps & { onMore: () => void }) {
  const { balance_after_exact: exact } = transaction;
  const after = exact === undefined ? undefined : fromExact(amount.asset, exact);
  return (
    <>
      <OutcomeHead tone="ok" title={`${formatAmount(amount)} added`}>
        {source}
      </OutcomeHead>
      {after && (
        <FeeSummary
          lines={[
            { label: 'Before', value: <AmountText amount={subtract(after, amount)} /> },
            { label: 'Added', value: <AmountText amount={amount} sign="always" tone="in" /> },
          ]}
          total={{ label: `${currencyName[amount.asset]} balance`, value: <AmountText amount={after} /> }}
        />
      )}
      <div className="actions">
        <DoneButton onPress={onClose} />
        <Button onClick={onMore}>Add more</Button>
      </div>
    </>
  );
}

function InTransit({ transaction, amount, source, onClose }: OutcomeProps) {
  return (
    <>
      <OutcomeHead tone="wait" title={`${formatAmount(amount)} is on its way`}>
        {source}
      </OutcomeHead>
      <Track steps={depositSteps(transaction)} />
      <p className="small muted">
        It is listed as Pending until it arrives. Then it counts toward your balance. You can close this; the deposit
        continues.
      </p>
      <div className="actions">
        <DoneButton onPress={onClose} />
      </div>
    </>
  );
}

/** Returns the steps of a bank deposit. The bank reports no progress in between, so the middle step is fixed. */
function depositSteps({ timeline, currency }: Transaction): TrackStep[] {
  const started = timeline.find(({ step }) => step === 'started');
  return [
    { label: 'Requested', state: 'done', at: started?.at ?? null },
    { label: 'Waiting for your bank', state: 'in progress' },
    { label: `In your ${currencyName[currency]} wallet`, state: 'upcoming' },
  ];
}

function NotArrived({ transaction, amount, source, onClose, onAgain }: OutcomeProps & { onAgain: () => void }) {
  return (
    <>
      <OutcomeHead tone="bad" title={`${formatAmount(amount)} did not arrive`}>
        {source}
      </OutcomeHead>
      <Notice icon={TriangleAlert} tone="bad">
        {transaction.reason && <b>{transaction.reason}</b>} Nothing was added to your balance.
      </Notice>
      <div className="actions">
        <DoneButton onPress={onClose} />
        <Button onClick={onAgain}>Try again</Button>
      </div>
    </>
  );
}
