import type { Contact } from '@florin/contract';
import { Star } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ContactTools } from './contact-tools.tsx';
import styles from './send.module.css';

type ContactRowProps = { contact: Contact; isChosen: boolean; onChoose: (contact: Contact) => void };

/** A contact: a row with tools on desktop, an avatar in a strip on phones. */
export function ContactRow({ contact, isChosen, onChoose }: ContactRowProps) {
  const [first, ...rest] = contact.name.split(' ');
  return (
    <li>
      <button type="button" className="row" aria-pressed={isChosen} onClick={() => onChoose(contact)}>
        <Avatar name={contact.name} imageUrl={contact.avatar ?? undefined} />
        <span className="who">
          <span className="row-title block">
            {first} <span className={styles.lastName}>{rest.join(' ')}</span>
          </span>
          <span className="row-subtitle block">{contact.email}</span>
        </span>
        {contact.favorite && (
          <span className="star is-on only-phone">
            <Icon as={Star} size={16} />
            <span className="screen-reader">Favorite</span>
          </span>
        )}
      </button>
      <ContactTools contact={contact} />
    </li>
  );
}

/** Shows the selected contact with its tools below the strip. Phones only. */
export function ChosenContact({ contact }: { contact: Contact }) {
  return (
    <div className={styles.chosen}>
      <span>
        <span className="row-title block">{contact.name}</span>
        <span className="row-subtitle block">{contact.email}</span>
      </span>
      <ContactTools contact={contact} />
    </div>
  );
}
