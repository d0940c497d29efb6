import { endpoints, fromExact, type PublicInvoice } from '@florin/contract';
import { feePercent, formatAmount, priceSend, toDecimal, type Amount, type FiatCode } from '@florin/money';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { fees } from '../../api/fees.ts';
import { publicInvoiceQuery } from '../../api/queries-of-invoices.ts';
import type { Transaction } from '../../api/read/answers.ts';
import { isUnanswered, refusalText } from '../../api/refusal-text.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AmountField } from '../../wallet-ui/amount-field.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import { ConfirmEmailFirst } from '../../wallet-ui/confirm-email-first.tsx';
import { FeeSummary } from '../../wallet-ui/fee-summary.tsx';
import { isPayable } from '../../wallet-ui/invoice/invoice-words.ts';
import { readAmount } from '../../wallet-ui/typed-amount.ts';
import { Ended, MessageBox } from './message-box.tsx';
import { PayAsBusiness } from './pay-as-business.tsx';
import styles from './pay-invoice.module.css';

type PayInvoiceProps = { token: string; invoice: PublicInvoice };

/** Pays an invoice in full or in part, then shows the result. */
export function PayInvoice({ token, invoice }: PayInvoiceProps) {
  const [paid, setPaid] = useState<{ amount: Amount; transaction: Transaction }>();
  if (paid) return <Paid {...paid} invoice={invoice} onPayMore={() => setPaid(undefined)} />;
  if (!isPayable(invoice.state)) return <Ended state={invoice.state} />;
  return (
    <PayForm
      key={invoice.open_exact}
      token={token}
      invoice={invoice}
      onPaid={(amount, transaction) => setPaid({ amount, transaction })}
    />
  );
}

type PayFormProps = PayInvoiceProps & { onPaid: (amount: Amount, transaction: Transaction) => void };

function PayForm({ token, invoice, onPaid }: PayFormProps) {
  const { currency, issuer } = invoice;
  const [typed, setTyped] = useState(() => toDecimal(fromExact(currency, invoice.open_exact)));
  const { error, refusal, pay, clear, busy } = usePayment({ token, invoice, onPaid });
  const price = priceOf(currency, typed);
  return (
    <form
      className={`sheet ${styles.box}`}
      aria-label="Pay this invoice"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void pay(typed);
      }}
    >
      <h2>Pay this invoice</h2>
      <AmountField
        label="Amount"
        name="amount"
        asset={currency}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          clear();
        }}
        error={error}
      />
      {price && (
        <FeeSummary
          lines={[
            { label: `${issuer.name} gets`, value: <AmountText amount={price.amount} /> },
            { label: `Fee (${feePercent(fees.send)})`, value: <AmountText amount={price.fee} /> },
          ]}
          total={{ label: 'You pay', value: <AmountText amount={price.total} /> }}
        />
      )}
      <ConfirmEmailFirst to="pay invoices" />
      {refusal !== undefined && (
        <Notice icon={TriangleAlert} tone="bad">
          {refusal}
        </Notice>
      )}
      <Button type="submit" variant="primary" size="l" block busy={busy} needsServer>
        {busy ? 'Processing...' : price ? `Pay ${formatAmount(price.total)}` : 'Pay'}
      </Button>
      <p className="small muted">Payments are final. Only the issuer can give money back.</p>
      <PayAsBusiness token={token} />
    </form>
  );
}

function priceOf(currency: FiatCode, typed: string) {
  const { amount } = readAmount(currency, typed);
  return amount && priceSend(amount, fees.send);
}

function usePayment({ token, invoice, onPaid }: PayFormProps) {
  const queryClient = useQueryClient();
  const [error, setError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const { submit, busy } = useMoneyCommand(endpoints.payInvoice, { params: { token } });
  const clear = () => {
    setError(undefined);
    setRefusal(undefined);
  };
  const pay = async (typed: string) => {
    clear();
    const { amount, problem } = readAmount(invoice.currency, typed);
    if (!amount) return setError(problem);
    try {
      const transaction = await submit({ amount: toDecimal(amount) });
      if (transaction) onPaid(amount, transaction);
    } catch (thrown) {
      setRefusal(isUnanswered(thrown) ? unanswered : refusalText(thrown, 'The payment failed. Nothing was paid.'));
    }
    void queryClient.invalidateQueries({ queryKey: publicInvoiceQuery(token).queryKey });
  };
  return { error, refusal, pay, clear, busy };
}

const unanswered = 'The server did not answer. Try again. You will not pay twice.';

type PaidProps = { amount: Amount; transaction: Transaction; invoice: PublicInvoice; onPayMore: () => void };

function Paid({ amount, transaction, invoice, onPayMore }: PaidProps) {
  const waits = transaction.status === 'pending';
  return (
    <MessageBox title={waits ? 'Payment waits for approval' : 'Payment sent'}>
      {waits ? (
        <Notice icon={Clock} tone="warn">
          {formatAmount(amount)} waits for approval. The issuer gets the money after that.
        </Notice>
      ) : (
        <p>
          {invoice.issuer.name} got {formatAmount(amount)} for invoice {invoice.number}.
        </p>
      )}
      <div className={`buttons ${styles.buttons}`}>
        {invoice.success_url && (
          <a className={buttonClass({ variant: 'primary', block: true })} href={invoice.success_url}>
            Continue to {new URL(invoice.success_url).host}
          </a>
        )}
        <Link className={buttonClass({ block: true })} to="/transactions" search={{ id: transaction.id }}>
          View receipt
        </Link>
        {!waits && isPayable(invoice.state) && (
          <Button block onClick={onPayMore}>
            Pay more
          </Button>
        )}
      </div>
    </MessageBox>
  );
}
