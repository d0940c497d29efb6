import { endpoints, type Invitation } from '@florin/contract';
import { HandCoins, Info } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { refusalCode } from '../../api/refusal-text.ts';
import { forgetInvitation, storedInvitation } from '../../api/stored-invitation.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { sumsText } from '../../wallet-ui/sums-text.ts';
import styles from './auth.module.css';

/** Shows the invited person the senders and amounts of the waiting money. */
export function InvitationNotice() {
  const invitation = useInvitation();
  if (invitation === 'unknown') return null;
  return <div className={styles.invited}>{noticeOf(invitation)}</div>;
}

function noticeOf(invitation: Exclude<ReturnType<typeof useInvitation>, 'unknown'>) {
  if (invitation === 'loading') return <Skeleton width="100%" height={68} />;
  if (invitation === 'invalid')
    return (
      <Notice icon={Info}>
        <b>This invitation is no longer valid.</b> The money was claimed, canceled or returned. You can still open an
        account.
      </Notice>
    );
  return (
    <Notice icon={HandCoins} tone="ok">
      <b>
        <bdi>{invitation.sender}</bdi> sent you {sumsText(invitation.amounts)}.
      </b>{' '}
      Sign up with <bdi>{invitation.email}</bdi> to receive it.
    </Notice>
  );
}

/** `unknown` means that the lookup failed. After a failed lookup, the page works without the invitation. */
type InvitationState = 'loading' | 'invalid' | 'unknown' | Invitation;

/** Looks up the invitation of the link that opened this page. */
function useInvitation(): InvitationState {
  const [invitation, setInvitation] = useState<InvitationState>('loading');
  useEffect(() => {
    const token = storedInvitation();
    if (token === null) return undefined;
    const leaving = new AbortController();
    lookUp(token, leaving.signal).then(
      (found) => leaving.signal.aborted || setInvitation(found),
      () => undefined,
    );
    return () => leaving.abort();
  }, []);
  return invitation;
}

async function lookUp(token: string, signal: AbortSignal): Promise<InvitationState> {
  try {
    return await api.call(endpoints.lookUpInvitation, { body: { token } }, { signal });
  } catch (error) {
    if (refusalCode(error) !== 'invitation_invalid') return 'unknown';
    forgetInvitation();
    return 'invalid';
  }
}
