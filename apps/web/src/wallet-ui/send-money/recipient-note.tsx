import type { Recipient } from '@florin/contract';
import { Mail, UserCheck } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { useRecipient } from './recipient-query.ts';
import { ResemblesNotice } from './reason-notice.tsx';

/** Who would get the money, in the form and before anything is pressed. */
export function RecipientNote({ email }: { email: string }) {
  const { user } = useSession();
  const recipient = useRecipient(email, user?.email);
  if (!recipient) return null;
  return (
    <>
      <WhoTheyAre recipient={recipient} />
      {recipient.resembles && <ResemblesNotice {...recipient.resembles} />}
    </>
  );
}

function WhoTheyAre({ recipient }: { recipient: Recipient }) {
  const { registered, known, name } = recipient;
  if (!registered)
    return (
      <Notice icon={Mail}>
        <b>There is no Florin account with this address yet.</b> We hold the money and email an invitation. It arrives
        when they confirm the address. You can cancel until then, and it comes back after 30 days.
      </Notice>
    );
  if (!known)
    return (
      <Notice icon={UserCheck}>
        <b>
          This is your first payment to <bdi>{name ?? recipient.email}</bdi>.
        </b>{' '}
        {inContacts(recipient)}Money sent to an account cannot be called back.
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

/** What the reader calls the contact is no proof of who has the address now, and stands beside the account's name. */
const inContacts = ({ contact_name: name }: Recipient) => (name ? `In your contacts the address is ${name}. ` : '');
