import { HandCoins, Info } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { sumsText } from '../../wallet-ui/sums-text.ts';
import { useInvitation } from './use-invitation.ts';

/** Shows the invited person who sent how much money. */
export function InvitationNotice() {
  const invitation = useInvitation();
  if (invitation === 'unknown') return null;
  return <div className="auth-invited">{noticeOf(invitation)}</div>;
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
