import { zero } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { walletsQuery } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useFirstErrorFocus } from '../../ui/use-first-error-focus.ts';
import { AmountField } from '../amount-field.tsx';
import { CancelToDashboard } from '../cancel-to-dashboard.tsx';
import { Available } from './available.tsx';
import { ConfirmPayment } from './confirm-payment.tsx';
import { RecipientNote } from './recipient-note.tsx';
import { noteMaximum, typedAmount } from './send-fields.ts';
import { TooMuch } from './too-much.tsx';
import { SendSummary } from './send-summary.tsx';
import type { SendMoney } from './use-send-money.ts';

type SendMoneyFormProps = {
  form: SendMoney;
  /** What the recipient's line of the sum is called: `Jonas gets`. */
  gets: string;
  /** The currency was asked for, so it is not to be chosen. */
  currencyFixed?: boolean;
  className: string;
  actionsClassName: string;
  /** What stands above the amount. */
  children: ReactNode;
};

/** What it takes to send money to somebody, and the question before it leaves. */
export function SendMoneyForm({ form, gets, currencyFixed = false, ...look }: SendMoneyFormProps) {
  const { fields, errors, change, busy } = form;
  const wallets = useQuery(walletsQuery);
  const wallet = wallets.data?.find(({ currency }) => currency === fields.currency);
  const { amount = zero(fields.currency) } = typedAmount(fields.currency, fields.amount);
  const ref = useFirstErrorFocus(form.refusals);
  const inForm = (selector: string) => ref.current?.querySelector<HTMLElement>(selector);
  return (
    <>
      <form
        ref={ref}
        className={look.className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) form.send();
        }}
      >
        {look.children}
        <RecipientNote email={fields.recipient} />
        <AmountField
          label="Amount"
          name="amount"
          asset={fields.currency}
          value={fields.amount}
          onChange={(text) => change({ amount: text })}
          {...(!currencyFixed && { onCurrencyChange: (currency) => change({ currency }) })}
          error={errors.amount}
          end={<Available wallet={wallet} failed={wallets.isError} onRetry={() => void wallets.refetch()} />}
        />
        {!form.unanswered && <TooMuch amount={amount} wallet={wallet} onUse={(text) => change({ amount: text })} />}
        <Field label="Note" end="Optional" error={errors.note}>
          <TextInput
            name="note"
            placeholder="What is it for?"
            maxLength={noteMaximum}
            value={fields.note}
            onChange={(event) => change({ note: event.currentTarget.value })}
          />
        </Field>
        <SendSummary amount={amount} gets={gets} wallet={form.unanswered ? undefined : wallet} />
        {form.unanswered && (
          <Notice icon={CircleHelp} tone="warn" toBeSeen>
            <b>The server did not answer.</b> Press Send again to find out: it will not be sent twice.
          </Notice>
        )}
        <div className={look.actionsClassName}>
          <Button type="submit" variant="primary" size="l" busy={busy} needsServer>
            {busy ? 'Processing...' : 'Send'}
          </Button>
          <CancelToDashboard busy={busy} />
        </div>
      </form>
      <ConfirmPayment
        question={form.question}
        onConfirm={form.confirm}
        onCallOff={form.callOff}
        busy={busy}
        returnFocusTo={() => inForm('[aria-invalid]') ?? inForm('button[type=submit]')}
      />
    </>
  );
}
