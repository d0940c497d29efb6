import type { Recipient } from '@florin/contract';
import { Mail, Search, UserCheck } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { useRecipient } from './recipient-query.ts';
import { ResemblesNotice } from './reason-notice.tsx';
import { brandName } from '../../ui/brand.ts';

/**
 * Shows the recipient of the money in the form, before the member presses Send. While the address is looked up, the form
 * keeps room for the answer. Otherwise the answer would move the Send button away from a finger that presses it.
 */
export function RecipientNote({ email }: { email: string }) {
  const { user } = useSession();
  const { recipient, busy } = useRecipient(email, user?.email);
  if (busy) return <Notice icon={Search}>Looking up this address…</Notice>;
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
    <Notice icon={UserCheck}>
      To{' '}
      <b>
        <bdi>{name ?? recipient.email}</bdi>
      </b>
    </Notice>
  );
}

/**
 * Shows the contact's name next to the account's name, because the contact's name does not prove the current owner of
 * the address.
 */
const inContacts = ({ contact_name: name }: Recipient) => (name ? `You saved this address as ${name}. ` : '');
