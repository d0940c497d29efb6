import { noteMaximum, shownLine } from '@florin/contract';
import { parseAmount, toDecimal } from '@florin/money';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { contactsQuery } from '../../api/queries.ts';
import { Field } from '../../ui/field.tsx';
import { ConfirmEmailFirst } from '../../wallet-ui/confirm-email-first.tsx';
import type { SendFields } from '../../wallet-ui/send-money/send-fields.ts';
import { SendMoneyForm } from '../../wallet-ui/send-money/send-money-form.tsx';
import { useSendMoney } from '../../wallet-ui/send-money/use-send-money.ts';
import { contactWithEmail } from './find-contacts.ts';
import { RecentContacts } from './recent-contacts.tsx';
import { RecipientInput } from './recipient-input.tsx';
import { WaitingRequests } from './waiting-requests.tsx';
import styles from './send.module.css';

export function SendPage() {
  const form = useSendMoney(useFieldsFromUrl());
  const { data: contacts } = useQuery(contactsQuery);
  const recipient = contactWithEmail(contacts ?? [], form.fields.recipient);
  return (
    <main className={`wrap ${styles.page}`}>
      <header className="page-head">
        <h1>Send Money</h1>
        <Link className="link reaches" to="/batch-payouts">
          Pay many people at once
        </Link>
      </header>
      <div className="two-columns">
        <div className="column-left">
          <RecentContacts chosen={recipient} onChoose={({ email }) => form.change({ recipient: email })} />
        </div>
        <SendMoneyForm
          form={form}
          gets={recipient ? getsText(recipient.name) : 'Amount'}
          className="sheet column-right"
          actionsClassName="actions stick"
        >
          <ConfirmEmailFirst to="send money" />
          <Field label="Recipient email" error={form.errors.recipient}>
            <RecipientInput
              contact={recipient}
              name="recipient_email"
              value={form.fields.recipient}
              onChange={(event) => form.change({ recipient: event.currentTarget.value })}
            />
          </Field>
        </SendMoneyForm>
        <WaitingRequests />
      </div>
    </main>
  );
}

/** Returns the form fields that the URL sets. */
function useFieldsFromUrl(): Partial<SendFields> {
  const { to, amount, currency, note } = useSearch({ from: '/send' });
  const { amount: parsed } = parseAmount(currency ?? 'USD', amount ?? '');
  return {
    ...(to !== undefined && { recipient: to }),
    ...(parsed && { amount: toDecimal(parsed) }),
    ...(currency !== undefined && { currency }),
    ...(note !== undefined && { note: shownLine(note).slice(0, noteMaximum) }),
  };
}

/** Returns the label of the recipient's line. A contact without an account may have an address as name. */
const getsText = (name: string) => (name.includes('@') ? 'They get' : `${name} gets`);
