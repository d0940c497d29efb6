import { Clock, Info } from 'lucide-react';
import type { Transaction } from '../../api/read/answers.ts';
import { Notice } from '../../ui/notice.tsx';
import { dayOfMonth } from './calendar.ts';

/** Shows why a transaction was returned, or when it will be. */
export function TransactionNotice({ transaction: { reason, expires_at: expiresAt } }: { transaction: Transaction }) {
  if (reason !== undefined) return <Notice icon={Info}>{reason}</Notice>;
  if (expiresAt === undefined) return null;
  return (
    <Notice icon={Clock} tone="warn">
      Returns to you on{' '}
      <b>
        <time dateTime={expiresAt}>{dayOfMonth(new Date(expiresAt))}</time>
      </b>{' '}
      if unclaimed.
    </Notice>
  );
}
