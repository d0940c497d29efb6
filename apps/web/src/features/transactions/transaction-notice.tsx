import { Clock, Info } from 'lucide-react';
import type { Transaction } from '../../api/read/answers.ts';
import { Notice } from '../../ui/notice.tsx';
import { dayOfMonth } from './calendar.ts';

/** Why it came back, or when it will. */
export function TransactionNotice({ transaction: { reason, expires_at: expiresAt } }: { transaction: Transaction }) {
  if (reason !== undefined) return <Notice icon={Info}>{reason}</Notice>;
  if (expiresAt === undefined) return null;
  return (
    <Notice icon={Clock} tone="warn">
      Goes back to you on{' '}
      <b>
        <time dateTime={expiresAt}>{dayOfMonth(new Date(expiresAt))}</time>
      </b>{' '}
      if nobody claims it.
    </Notice>
  );
}
