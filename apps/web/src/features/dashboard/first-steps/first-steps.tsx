import type { User } from '@florin/contract';
import { CircleCheck } from 'lucide-react';
import { useSession } from '../../../api/session.ts';
import { NoticeBar } from '../../../ui/notice.tsx';
import { StepList } from './step-list-on-demand.ts';
import { useFirstSteps } from './use-first-steps.ts';
import styles from './first-steps.module.css';

/** Guides a new member to their first payment. Hidden once all required steps are done. */
export function FirstSteps({ onAddFunds }: { onAddFunds: () => void }) {
  const { user } = useSession();
  return user && !user.business && <StepsOf key={user.id} user={user} onAddFunds={onAddFunds} />;
}

function StepsOf({ user, onAddFunds }: { user: User; onAddFunds: () => void }) {
  const { shown, hide } = useFirstSteps(user);
  switch (shown.is) {
    case 'nothing':
      return null;
    case 'list':
      return <StepList user={user} steps={shown.steps} onAddFunds={onAddFunds} onHide={hide} />;
    case 'all done':
      return <AllDone />;
  }
}

function AllDone() {
  return (
    <div className={styles.done}>
      <NoticeBar icon={CircleCheck}>
        <b>You are all set.</b> Your account is ready to use.
      </NoticeBar>
    </div>
  );
}
