import { formatAmount, priceSend, zero, type Amount, type FiatCode } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { fromExact } from '../../api/exact.ts';
import { walletsQuery } from '../../api/queries.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { AmountField } from '../../wallet-ui/amount-field.tsx';
import { AmountText } from '../../wallet-ui/amount-text.tsx';
import type { Contact } from './contacts-of-history.ts';
import { RecipientInput } from './recipient-input.tsx';
import { typedAmount } from './send-fields.ts';
import { SendSummary } from './send-summary.tsx';
import type { SendForm as Form } from './use-send-form.ts';

const noteMaximum = 200;

/** `recipient` is the contact whose email stands in the form, if it is a known one. */
export function SendForm({ form, recipient }: { form: Form; recipient: Contact | undefined }) {
  const { fields, errors, change, busy } = form;
  const { data: wallets, isError, refetch } = useQuery(walletsQuery);
  const wallet = wallets?.find(({ currency }) => currency === fields.currency);
  const { amount = zero(fields.currency) } = typedAmount(fields.currency, fields.amount);
  const ref = useFirstErrorFocus(form.refusals);
  return (
    <form
      ref={ref}
      className="sheet col-r"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void form.send();
      }}
    >
      <Field label="Recipient email" error={errors.recipient}>
        <RecipientInput
          contactName={recipient?.name}
          name="recipient_email"
          value={fields.recipient}
          onChange={(event) => change({ recipient: event.currentTarget.value })}
        />
      </Field>
      <AmountField
        label="Amount"
        name="amount"
        asset={fields.currency}
        value={fields.amount}
        onChange={(text) => change({ amount: text })}
        onCurrencyChange={(currency) => change({ currency })}
        error={errors.amount}
        end={
          wallet ? (
            <>
              Available <AmountText amount={fromExact(wallet.currency, wallet.available_exact)} />
            </>
          ) : (
            isError && <RetryBalance onRetry={() => void refetch()} />
          )
        }
      />
      <Field label="Note" end="Optional" error={errors.note}>
        <TextInput
          name="note"
          placeholder="What is it for?"
          maxLength={noteMaximum}
          value={fields.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      </Field>
      <SendSummary amount={amount} recipient={recipient} wallet={wallet} />
      <div className="actions stick">
        <Button type="submit" variant="primary" size="l" busy={busy}>
          {busy ? 'Processing...' : sendLabel(amount)}
        </Button>
        <Link to="/dashboard" className={buttonClass({ size: 'l' })}>
          Cancel
        </Link>
      </div>
    </form>
  );
}

/** What will leave the wallet. */
const sendLabel = (amount: Amount<FiatCode>) =>
  amount.units > 0n ? `Send ${formatAmount(priceSend(amount).total)}` : 'Send';

function RetryBalance({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      Could not load the balance.{' '}
      <button type="button" className="link" onClick={onRetry}>
        Retry
      </button>
    </>
  );
}

/** After each refused submission the first wrong field has the focus. */
function useFirstErrorFocus(refusals: number) {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [refusals]);
  return ref;
}
