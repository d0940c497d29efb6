import './send.css';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { transactionsQuery } from '../../api/queries.ts';
import { contactsOfHistory, contactWithEmail } from './contacts-of-history.ts';
import { RecentContacts } from './recent-contacts.tsx';
import { SendForm } from './send-form.tsx';
import { useSendForm } from './use-send-form.ts';

export function SendPage() {
  const { to } = useSearch({ from: '/send' });
  const form = useSendForm(to ?? '');
  const history = useInfiniteQuery(transactionsQuery('all'));
  const contacts = history.data && contactsOfHistory(history.data.pages.flatMap(({ items }) => items));
  const recipient = contactWithEmail(contacts ?? [], form.fields.recipient);
  return (
    <main className="wrap send">
      <header className="page-head">
        <h1>Send Money</h1>
      </header>
      <div className="two-col">
        <RecentContacts
          contacts={contacts}
          failed={history.isError}
          onRetry={() => void history.refetch()}
          retrying={history.isFetching}
          chosen={recipient?.email}
          onChoose={({ email }) => form.change({ recipient: email })}
        />
        <SendForm form={form} recipient={recipient} />
      </div>
    </main>
  );
}
