import type { Recipient } from '@florin/contract';
import { Mail, UserCheck } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { useRecipient } from './recipient-query.ts';
import { ResemblesNotice } from './reason-notice.tsx';
import { brandName } from '../../ui/brand.ts';

/** Shows the recipient of the money in the form, before the member presses Send. */
export function RecipientNote({ email }: { email: string }) {
  const { user } = useSession();
  const recipient = useRecipient(email, user?.email);
  if (!recipient) return null;
  return (
    <>
      <RecipientInfo recipient={recipient} />
      {recipient.resembles && <ResemblesNotice {...recipient.resembles} />}
    </>
  );
}

function RecipientInfo({ recipient }: { recipient: Recipient }) {
  const { registered, known, name } = recipient;
  if (!registered)
    return (
      <Notice icon={Mail}>
        <b>No {brandName} account has this address yet.</b> We’ll hold the money and email an invitation. You can cancel
        until it’s claimed. Unclaimed money returns after 30 days.
      </Notice>
    );
  if (!known)
    return (
      <Notice icon={UserCheck}>
        <b>
          This is your first payment to <bdi>{name ?? recipient.email}</bdi>.
        </b>{' '}
        {inContacts(recipient)}Payments can’t be reversed.
      </Notice>
    );
  return (
    <output className="small muted block">
      <span>
        To <bdi>{name ?? recipient.email}</bdi>
      </span>
    </output>
  );
}

/**
 * Shows the contact's name next to the account's name, because the contact's name does not prove the current owner of
 * the address.
 */
const inContacts = ({ contact_name: name }: Recipient) => (name ? `You saved this address as ${name}. ` : '');
