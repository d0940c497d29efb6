import { noteMaximum, type Wallet } from '@florin/contract';
import { zero } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { fromExact } from '../../api/exact.ts';
import { walletsQuery } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useFirstErrorFocus } from '../../ui/use-first-error-focus.ts';
import { AmountField } from '../amount-field.tsx';
import { AmountText } from '../amount-text.tsx';
import { CancelToDashboard } from '../cancel-to-dashboard.tsx';
import { readAmount } from '../typed-amount.ts';
import { ConfirmPayment } from './confirm-payment.tsx';
import { RecipientNote } from './recipient-note.tsx';
import { SendSummary } from './send-summary.tsx';
import { TooMuch } from './too-much.tsx';
import type { SendMoney } from './use-send-money.ts';

type SendMoneyFormProps = {
  form: SendMoney;
  /** The label of the recipient's line in the sum: `Jonas Weber gets`. */
  gets: string;
  /** Hides the currency select, because the payment link fixes the currency. */
  currencyFixed?: boolean;
  className: string | undefined;
  actionsClassName: string;
  /** The content above the recipient note and the amount. */
  children: ReactNode;
};

/** The Send form, with its confirmation dialog. */
export function SendMoneyForm({ form, gets, currencyFixed = false, ...layout }: SendMoneyFormProps) {
  const { fields, errors, change, busy } = form;
  const wallets = useQuery(walletsQuery);
  const wallet = wallets.data?.find(({ currency }) => currency === fields.currency);
  const { amount = zero(fields.currency) } = readAmount(fields.currency, fields.amount);
  const ref = useFirstErrorFocus(form.refusals);
  const inForm = (selector: string) => ref.current?.querySelector<HTMLElement>(selector);
  return (
    <>
      <form
        ref={ref}
        className={layout.className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) form.send();
        }}
      >
        {layout.children}
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
          <Notice icon={CircleHelp} tone="warn" scrollsIntoView>
            <b>The server did not answer.</b> Press Send again to check. Nothing will be sent twice.
          </Notice>
        )}
        <div className={layout.actionsClassName}>
          <Button type="submit" variant="primary" size="l" busy={busy} needsServer>
            {busy ? 'Processing...' : 'Send'}
          </Button>
          <CancelToDashboard busy={busy} />
        </div>
      </form>
      <ConfirmPayment
        question={form.question}
        onConfirm={form.confirm}
        onCancel={form.cancel}
        busy={busy}
        returnFocusTo={() => inForm('[aria-invalid]') ?? inForm('button[type=submit]')}
      />
    </>
  );
}

type AvailableProps = {
  /** Undefined until loaded. */
  wallet: Wallet | undefined;
  failed: boolean;
  onRetry: () => void;
};

/** Shows the available balance next to the amount's label. */
function Available({ wallet, failed, onRetry }: AvailableProps) {
  if (wallet)
    return (
      <>
        Available <AmountText amount={fromExact(wallet.currency, wallet.available_exact)} />
      </>
    );
  if (!failed) return null;
  return (
    <>
      Could not load the balance.{' '}
      <button type="button" className="link" onClick={onRetry}>
        Retry
      </button>
    </>
  );
}
