import { formatAmount } from '@florin/money';
import { History, TriangleAlert } from 'lucide-react';
import { Notice } from '../../ui/notice.tsx';
import type { Question } from './check-payment.ts';
import type { Reason } from './reasons-to-ask.ts';

type ReasonNoticeProps = { reason: Reason; question: Question };

/** Shows one reason for the confirmation. */
export function ReasonNotice({ reason, question: { payment, recipient } }: ReasonNoticeProps) {
  switch (reason.kind) {
    case 'resembles':
      return <ResemblesNotice {...reason} />;
    case 'repeated':
      return (
        <Notice icon={History} tone="warn">
          <b>
            You sent {formatAmount(payment.amount)} to <bdi>{recipient?.name ?? payment.to}</bdi>{' '}
            {agoText(reason.secondsAgo)}.
          </b>{' '}
          <span>Send it again?</span>
        </Notice>
      );
  }
}

export function ResemblesNotice({ name, email }: { name: string; email: string }) {
  return (
    <Notice icon={TriangleAlert} tone="bad">
      This address looks like{' '}
      <b>
        {name !== email && (
          <>
            <bdi>{name}</bdi>’s,{' '}
          </>
        )}
        {email}
      </b>
      , but is not the same.
    </Notice>
  );
}

const agoText = (seconds: number) =>
  seconds === 0 ? 'just now' : new Intl.RelativeTimeFormat('en').format(-seconds, 'second');
