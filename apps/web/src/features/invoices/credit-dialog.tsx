import { endpoints, type Invoice, type InvoiceLineInput } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { troubleText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx';
import { useFirstErrorFocus } from '../../ui/use-first-error-focus.ts';
import { blankLine, readLines, totalsOf, typedIn, type DraftErrors } from './draft-fields.ts';
import { notMailed } from './draft-actions.tsx';
import { LineEditor } from './line-editor.tsx';
import { LiveTotals } from './live-totals.tsx';
import { useInvoiceChange } from './use-invoice-change.ts';
import styles from './invoices.module.css';

type CreditDialogProps = { invoice: Invoice; onClose: () => void };

/** Cancels an unpaid invoice, or reduces the open amount. */
export function CreditDialog({ invoice, onClose }: CreditDialogProps) {
  const { id, currency, rounding, customer_email, lines: invoiced } = invoice;
  const isUntouched = invoice.payments.length === 0 && invoice.credit_notes.length === 0;
  const [isWhole, setIsWhole] = useState(isUntouched);
  const [mail, setMail] = useState(customer_email !== null);
  const [lines, setLines] = useState(
    () => [blankLine(invoiced[0]?.tax_rate)] as readonly ReturnType<typeof blankLine>[],
  );
  const [errors, setErrors] = useState<DraftErrors>({});
  const [refusals, setRefusals] = useState(0);
  const form = useFirstErrorFocus(refusals);
  const { submit } = useMoneyCommand(endpoints.creditInvoice, { params: { id } });
  const { run, busy, error } = useInvoiceChange<Invoice | undefined, InvoiceLineInput[] | undefined>({
    call: (credited) => submit({ ...(credited && { lines: credited }), mail }),
    done: 'Credit note issued',
    onDone: (note) => {
      if (note?.email_sent === false) toast.info(notMailed);
      onClose();
    },
  });
  const { close, question } = useDiscardQuestion(isWhole ? [] : typedIn({ lines }).lines, onClose);
  const send = () => {
    if (isWhole) return run(undefined);
    const { lines: credited, errors: found } = readLines(currency, lines);
    if (credited) return run(credited);
    setErrors(found);
    setRefusals((count) => count + 1);
  };
  const change = (next: typeof lines) => {
    setErrors({});
    setLines(next);
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Credit note"
      description="It reduces the open amount and pays nothing back."
    >
      <form
        ref={form}
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {isUntouched && (
          <Checkbox
            label="Cancel the whole invoice"
            checked={isWhole}
            onChange={(event) => setIsWhole(event.currentTarget.checked)}
          />
        )}
        {!isWhole && (
          <>
            <LineEditor currency={currency} lines={lines} errors={errors} onChange={change} />
            <LiveTotals totals={totalsOf({ currency, lines }, rounding)} />
          </>
        )}
        {customer_email !== null && (
          <Checkbox
            label={`Mail it to ${customer_email}`}
            checked={mail}
            onChange={(event) => setMail(event.currentTarget.checked)}
          />
        )}
        {error && (
          <Notice icon={TriangleAlert} tone="bad">
            {troubleText(error)}
          </Notice>
        )}
        <div className="actions">
          <Button type="submit" variant="primary" busy={busy} needsServer>
            Issue credit note
          </Button>
          <Button disabled={busy} onClick={close}>
            Cancel
          </Button>
        </div>
      </form>
      {question}
    </Dialog>
  );
}
