import { TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AmountField } from '../../../wallet-ui/amount-field.tsx';
import { currencyName } from '../../../wallet-ui/currency-name.ts';
import { boundsText } from '../money-dialog/money-bounds.ts';
import { useAmountFocus } from '../money-dialog/use-amount-focus.ts';
import type { SimulatedTransfer } from './use-simulated-transfer.ts';
import styles from './bank-transfer.module.css';
import { policy } from '../../../api/policy.ts';

type SimulateTransferFormProps = { transfer: SimulatedTransfer; onClose: () => void };

/** Pretends in the sandbox that the transfer arrived. */
export function SimulateTransferForm({ transfer, onClose }: SimulateTransferFormProps) {
  const { currency, typed, errors, refusal, busy, isRepeated, change, simulate } = transfer;
  const amountInput = useAmountFocus(errors, errors.amount, isRepeated);
  return (
    <form
      className={styles.simulate}
      aria-labelledby="simulate-transfer"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void simulate();
      }}
    >
      <h3 id="simulate-transfer" className="heading-3">
        Try it in the sandbox
      </h3>
      <p className={`small muted ${styles.pretends}`}>
        No bank is needed. The sandbox pretends that your transfer arrived.
      </p>
      <AmountField
        ref={amountInput}
        label="Amount"
        asset={currency}
        value={typed}
        onChange={change}
        end={`To ${currencyName[currency]}`}
        error={errors.amount}
      />
      <p className="small muted">Between {boundsText(currency, policy.deposits)}.</p>
      {refusal && (
        <Notice icon={TriangleAlert} tone="bad">
          {refusal}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy} needsServer>
          {busy ? 'Processing...' : 'Simulate transfer'}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
