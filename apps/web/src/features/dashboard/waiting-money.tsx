import { useQuery } from '@tanstack/react-query';
import type { User } from '@florin/contract';
import { HandCoins } from 'lucide-react';
import { waitingMoneyQuery, type WaitingMoney as Waiting } from '../../api/queries-of-invitations.ts';
import { useSession } from '../../api/session.ts';
import { useResend } from '../../api/use-resend.ts';
import { Button } from '../../ui/button.tsx';
import { NoticeBar } from '../../ui/notice.tsx';
import { sumsText } from '../../wallet-ui/sums-text.ts';
import { useHiddenBalances } from './hidden-balances.tsx';

/**
 * Tells an unconfirmed member that money is waiting. Sender and amount appear only to a reader of the invitation,
 * because the address may belong to another person (decision 53).
 */
export function WaitingMoney() {
  const { user } = useSession();
  return user?.email_confirmed === false ? <WaitingMoneyFor key={user.id} user={user} /> : null;
}

function WaitingMoneyFor({ user: { email } }: { user: User }) {
  const { data } = useQuery(waitingMoneyQuery(email));
  return data && data !== 'nothing' ? <WaitingMoneyBar waiting={data} email={email} /> : null;
}

function WaitingMoneyBar({ waiting, email }: { waiting: Exclude<Waiting, 'nothing'>; email: string }) {
  const { resend, busy, isSent, message } = useResend(email);
  return (
    <NoticeBar
      icon={HandCoins}
      action={
        isSent ? undefined : (
          <Button variant="quiet" size="s" busy={busy} onClick={resend}>
            Resend email
          </Button>
        )
      }
    >
      <b>
        <WaitingAmount waiting={waiting} /> is waiting:
      </b>{' '}
      {message ?? 'confirm your email to receive it.'}
    </NoticeBar>
  );
}

function WaitingAmount({ waiting }: { waiting: Exclude<Waiting, 'nothing'> }) {
  const { hidden } = useHiddenBalances();
  if (waiting === 'something') return 'Money';
  const from = (
    <>
      {' '}
      from <bdi>{waiting.sender}</bdi>
    </>
  );
  return (
    <>
      <span>{hidden ? 'Money' : sumsText(waiting.amounts)}</span>
      {from}
    </>
  );
}
