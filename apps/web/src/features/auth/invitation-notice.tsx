import { HandCoins, Info } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { sumsText } from '../../wallet-ui/sums-text.ts';
import { useInvitation } from './use-invitation.ts';

/** Says on the sign-up page what waits for the person who was invited. */
export function InvitationNotice() {
  const asked = useInvitation();
  if (asked === 'unknown') return null;
  return <div className="auth-invited">{noticeOf(asked)}</div>;
}

function noticeOf(asked: Exclude<ReturnType<typeof useInvitation>, 'unknown'>) {
  if (asked === 'asking') return <Skeleton width="100%" height={68} />;
  if (asked === 'over')
    return (
      <Notice icon={Info}>
        <b>This invitation is not valid any more.</b> The money was claimed, cancelled or returned. You can still open
        an account.
      </Notice>
    );
  return (
    <Notice icon={HandCoins} tone="ok">
      <b>
        <bdi>{asked.sender}</bdi> sent you {sumsText(asked.amounts)}.
      </b>{' '}
      Sign up with <bdi>{asked.email}</bdi> to receive it.
    </Notice>
  );
}
