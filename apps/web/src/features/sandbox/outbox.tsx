import type { CaughtMail } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Mail } from './mail.tsx';
import { caughtMailsQuery, completeAddress } from './caught-mails.ts';
import styles from './sandbox.module.css';

export function Outbox({ to }: { to: string }) {
  const [text, setText] = useState(to);
  // A sandbox that others can reach needs the key from the link that the server prints at start.
  const key = useLocation({ select: ({ hash }) => hash });
  const { data, isLoadingError, error, isFetching, refetch } = useQuery(caughtMailsQuery(completeAddress(text), key));
  const mails = data?.filter(({ to }) => to.includes(completeAddress(text) ?? text.trim().toLowerCase()));
  return (
    <section className={`ledger ${styles.outbox}`} aria-labelledby="outbox">
      <header>
        <h2 id="outbox">Outbox</h2>
        <span className="small muted">newest first</span>
      </header>
      <SearchInput
        label="Filter by address"
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {mails && <Mails mails={mails} outboxKey={key} filtered={text.trim() !== ''} />}
      {isLoadingError && <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !isLoadingError && <SkeletonRows count={4} />}
    </section>
  );
}

type MailsProps = { mails: readonly CaughtMail[]; outboxKey: string; filtered: boolean };

function Mails({ mails, outboxKey, filtered }: MailsProps) {
  if (mails.length === 0)
    return filtered ? (
      <EmptyState title="No mail to this address">New mail appears within seconds.</EmptyState>
    ) : (
      <EmptyState title="No mail yet">
        Sign up, request money, or send money to an address without an account.
      </EmptyState>
    );
  return (
    <ul>
      {mails.map((mail, position) => (
        <li key={mail.id}>
          <Mail mail={mail} outboxKey={outboxKey} isNewest={position === 0} />
        </li>
      ))}
    </ul>
  );
}
