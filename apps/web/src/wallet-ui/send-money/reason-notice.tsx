import { formatAmount, priceSend } from '@florin/money';
import { History, Mail, TriangleAlert, UserCheck } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';
import type { Question } from './check-payment.ts';
import type { Reason } from './reasons-to-ask.ts';

type ReasonNoticeProps = { reason: Reason; question: Question };

/** Why one is asked, in a sentence or two. */
export function ReasonNotice({ reason, question: { payment, recipient } }: ReasonNoticeProps) {
  const name = <bdi>{recipient.name ?? recipient.email}</bdi>;
  switch (reason.kind) {
    case 'resembles':
      return (
        <Notice icon={TriangleAlert} tone="bad">
          This address looks like{' '}
          <b>
            {reason.name !== reason.email && (
              <>
                <bdi>{reason.name}</bdi>’s,{' '}
              </>
            )}
            {reason.email}
          </b>
          , but is not the same.
        </Notice>
      );
    case 'first_payment':
      return (
        <Notice icon={UserCheck}>
          <b>This is your first payment to {name}.</b> Money sent to an account cannot be called back.
        </Notice>
      );
    case 'no_account':
      return (
        <Notice icon={Mail}>
          <b>There is no Florin account with this address.</b> We hold {formatAmount(priceSend(payment.amount).total)}{' '}
          and mail an invitation; it arrives when they confirm the address, you can cancel until then, and it comes back
          after 30 days.
        </Notice>
      );
    case 'repeated':
      return (
        <Notice icon={History} tone="warn">
          <b>
            You sent {formatAmount(payment.amount)} to {name} {agoText(reason.secondsAgo)}.
          </b>{' '}
          Send it again?
        </Notice>
      );
  }
}

const agoText = (seconds: number) =>
  seconds === 0 ? 'just now' : new Intl.RelativeTimeFormat('en').format(-seconds, 'second');
