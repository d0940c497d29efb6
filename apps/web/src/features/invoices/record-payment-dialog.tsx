import { endpoints, fromExact, type Invoice } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { troubleText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../wallet-ui/amount-field.tsx';
import { readAmount } from '../../wallet-ui/typed-amount.ts';
import { useInvoiceChange } from './use-invoice-change.ts';

type RecordPaymentDialogProps = { invoice: Invoice; open: boolean; onClose: () => void };

/** Records a payment outside Florin, such as a bank transfer. */
export const RecordPaymentDialog = ({ invoice, open, onClose }: RecordPaymentDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={(shown) => !shown && onClose()}
    title="Record a payment"
    description="For money that you received outside, such as a bank transfer. It moves no money."
  >
    <RecordForm invoice={invoice} onClose={onClose} />
  </Dialog>
);

function RecordForm({ invoice: { id, currency, open_exact }, onClose }: Omit<RecordPaymentDialogProps, 'open'>) {
  const [typed, setTyped] = useState(() => toDecimal(fromExact(currency, open_exact)));
  const [problem, setProblem] = useState<string>();
  const { submit } = useMoneyCommand(endpoints.recordInvoicePayment, { params: { id } });
  const { run, busy, error } = useInvoiceChange<unknown, string>({
    call: (amount) => submit({ amount }),
    done: 'Payment recorded',
    onDone: onClose,
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const { amount, problem: found } = readAmount(currency, typed);
        setProblem(found);
        if (amount) run(toDecimal(amount));
      }}
    >
      <AmountField label="Amount" asset={currency} value={typed} onChange={setTyped} error={problem} />
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy} needsServer>
          Record payment
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
