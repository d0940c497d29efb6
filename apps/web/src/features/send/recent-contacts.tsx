import type { Contact } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { contactsQuery } from '../../api/queries.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { ChosenContact, ContactRow } from './contact-row.tsx';
import { ContactSkeletons } from './contact-skeletons.tsx';
import { contactsHeadingId } from './contacts-heading.ts';
import { contactsMatching } from './find-contacts.ts';
import styles from './send.module.css';

type RecentContactsProps = {
  /** The contact with the email in the form. */
  chosen: Contact | undefined;
  onChoose: (contact: Contact) => void;
};

/** The contacts: a list next to the form, or a strip above the form on phones. */
export function RecentContacts(choice: RecentContactsProps) {
  const { data: contacts, isError, error, isFetching, refetch } = useQuery(contactsQuery);
  return (
    <section className="ledger" aria-labelledby={contactsHeadingId}>
      <header>
        <h2 id={contactsHeadingId} tabIndex={-1}>
          Recent Contacts
        </h2>
      </header>
      {contacts && contacts.length > 0 && <Contacts contacts={contacts} {...choice} />}
      {contacts?.length === 0 && (
        <NoContacts title="No contacts yet">
          People you pay will appear here. Enter an email in the form to start.
        </NoContacts>
      )}
      {!contacts &&
        (isError ? (
          <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <ContactSkeletons />
        ))}
    </section>
  );
}

function Contacts({ contacts, chosen, onChoose }: RecentContactsProps & { contacts: readonly Contact[] }) {
  const [search, setSearch] = useState('');
  const found = contactsMatching(useStableOrder(contacts), search);
  return (
    <>
      <SearchInput
        label="Search by name or email"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 ? (
        <NoContacts title="No contacts found">Try another name, or enter the email in the form.</NoContacts>
      ) : (
        <ul className={styles.contacts}>
          {found.map((contact) => (
            <ContactRow key={contact.id} contact={contact} isChosen={contact.id === chosen?.id} onChoose={onChoose} />
          ))}
        </ul>
      )}
      {chosen && <ChosenContact contact={chosen} />}
    </>
  );
}

/** Keeps the order of the page's first render, so a press on a star does not move its row. New contacts come first. */
function useStableOrder(contacts: readonly Contact[]): readonly Contact[] {
  const [positions] = useState(() => new Map(contacts.map(({ id }, index) => [id, index])));
  const positionOf = ({ id }: Contact) => positions.get(id) ?? -1;
  return contacts.toSorted((a, b) => positionOf(a) - positionOf(b));
}

function NoContacts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <output className={styles.noContacts}>
      <span className="strong block">{title}</span>
      <span className="small muted block">{children}</span>
    </output>
  );
}
