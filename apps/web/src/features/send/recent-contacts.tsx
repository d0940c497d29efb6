import { useState, type ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { ContactSkeletons } from './contact-skeletons.tsx';
import { contactsMatching, type Contact } from './contacts-of-history.ts';

type RecentContactsProps = {
  /** Undefined until the history is there. */
  contacts: readonly Contact[] | undefined;
  failed: boolean;
  onRetry: () => void;
  retrying: boolean;
  /** The email of the contact who stands in the form. */
  chosen: string | undefined;
  onChoose: (contact: Contact) => void;
};

/** A list beside the form, on phones a strip above it. */
export function RecentContacts({ contacts, failed, onRetry, retrying, ...choice }: RecentContactsProps) {
  return (
    <section className="ledger col-l" aria-labelledby="recent-contacts">
      <header>
        <h2 id="recent-contacts">Recent Contacts</h2>
      </header>
      {contacts && contacts.length > 0 && <Contacts contacts={contacts} {...choice} />}
      {contacts?.length === 0 && (
        <NoContacts title="No contacts yet">
          The people you pay, and those who pay you, will be listed here. Write an email into the form to begin.
        </NoContacts>
      )}
      {!contacts && (failed ? <LoadFailed onRetry={onRetry} retrying={retrying} /> : <ContactSkeletons />)}
    </section>
  );
}

type ContactsProps = Pick<RecentContactsProps, 'chosen' | 'onChoose'> & { contacts: readonly Contact[] };

function Contacts({ contacts, chosen, onChoose }: ContactsProps) {
  const [search, setSearch] = useState('');
  const found = contactsMatching(contacts, search);
  return (
    <>
      <SearchInput
        label="Search by name or email"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 && (
        <NoContacts title="No contacts found">Try another name, or write the email into the form.</NoContacts>
      )}
      <div className="contacts">
        {found.map((contact) => (
          <ContactButton
            key={contact.email}
            contact={contact}
            isChosen={contact.email === chosen}
            onChoose={onChoose}
          />
        ))}
      </div>
    </>
  );
}

type ContactButtonProps = { contact: Contact; isChosen: boolean; onChoose: (contact: Contact) => void };

function ContactButton({ contact, isChosen, onChoose }: ContactButtonProps) {
  const [first, ...rest] = contact.name.split(' ');
  return (
    <button
      type="button"
      className="row text-start max-tablet:text-center"
      aria-pressed={isChosen}
      onClick={() => onChoose(contact)}
    >
      <Avatar name={contact.name} />
      <span className="who">
        <span className="t block">
          {first} <span className="ln">{rest.join(' ')}</span>
        </span>
        <span className="s block">{contact.email}</span>
      </span>
    </button>
  );
}

function NoContacts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <output className="block py-5">
      <span className="strong block">{title}</span>
      <span className="small muted block">{children}</span>
    </output>
  );
}
