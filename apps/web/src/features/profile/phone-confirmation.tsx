import type { User } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { troubleText } from '../../api/refusal-text.ts';
import { preferencesQuery } from '../../api/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ConfirmPhoneDialog } from './confirm-phone-dialog.tsx';
import { useSendPhoneCode } from './use-send-phone-code.ts';

/** Shows the state of the phone number and offers to confirm it. Hidden if the server sends no text messages. */
export function PhoneConfirmation({ user, isShown }: { user: User; isShown: boolean }) {
  const { data: preferences } = useQuery(preferencesQuery);
  if (!isShown || user.phone === null || user.phone_confirmed === undefined || preferences?.sms_available !== true)
    return null;
  if (!user.phone_confirmed) return <Unconfirmed key={user.phone} phone={user.phone} />;
  return (
    <Notice icon={CircleCheck} tone="ok">
      <b>Your phone number is confirmed.</b> Choose below what we text you about.
    </Notice>
  );
}

function Unconfirmed({ phone }: { phone: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const { send, busy, error } = useSendPhoneCode(() => setIsAsking(true));
  return (
    <>
      <Notice icon={Smartphone}>
        <b>Your phone number is not confirmed.</b> {error ? troubleText(error) : 'Confirm to get text messages.'}{' '}
        <Button variant="quiet" size="s" busy={busy} onClick={send}>
          Confirm phone
        </Button>
      </Notice>
      {isAsking && <ConfirmPhoneDialog phone={phone} onClose={() => setIsAsking(false)} />}
    </>
  );
}
