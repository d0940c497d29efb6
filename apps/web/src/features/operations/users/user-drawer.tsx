import type { FoundUser } from '@florin/contract';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Drawer } from '../../../ui/drawer.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { ActDialog } from '../act-dialog.tsx';
import { useDialogSubject } from '../use-dialog-subject.ts';
import { when } from '../when.ts';
import { actOnUser, type UserAct } from './user-acts.ts';
import { planLabel, UserMoney, UserState } from './user-words.tsx';
import styles from '../operations.module.css';

/** Shows one user and the operator actions. */
export function UserDrawer({ user, onClose }: { user: FoundUser | undefined; onClose: () => void }) {
  const [latest, setLatest] = useState(user);
  // Keeps showing the user while the drawer closes.
  if (user !== undefined && user !== latest) setLatest(user);
  const shown = user ?? latest;
  return (
    <Drawer
      open={user !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={shown?.name ?? 'User'}
      lead={shown ? <UserState user={shown} /> : <span />}
    >
      {shown && <Detail key={shown.id} user={shown} />}
    </Drawer>
  );
}

function Detail({ user }: { user: FoundUser }) {
  return (
    <>
      <p className="heading-2">{user.name}</p>
      <p className={`muted ${styles.mail}`}>{user.email}</p>
      <dl className="sum">
        <Fact name="Level">{user.level}</Fact>
        <Fact name="Plan">{planLabel[user.plan]}</Fact>
        <Fact name="In US dollars">
          <UserMoney user={user} />
        </Fact>
        <Fact name="Email confirmed">{user.email_confirmed ? 'Yes' : 'No'}</Fact>
        <Fact name="Open sessions">{user.sessions}</Fact>
        <Fact name="Last seen">{user.last_seen_at === null ? 'never' : when(user.last_seen_at)}</Fact>
        <Fact name="Member since">{when(user.created_at)}</Fact>
        <Fact name="Role">{user.role === 'operator' ? 'Operator' : 'Member'}</Fact>
      </dl>
      <UserActs user={user} />
    </>
  );
}

const ownAccount = 'This is your own account.';

function UserActs({ user }: { user: FoundUser }) {
  const { user: self } = useSession();
  const { subject = 'freeze', isOpen, ask, close } = useDialogSubject<UserAct>();
  if (user.state === 'closed') return null;
  const isOwn = user.id === self?.id;
  return (
    <div className={styles.userActions}>
      {user.state === 'frozen' ? (
        <Button variant="primary" reason={isOwn ? ownAccount : undefined} onClick={() => ask('unfreeze')}>
          Unfreeze…
        </Button>
      ) : (
        <Button variant="danger" reason={isOwn ? ownAccount : undefined} onClick={() => ask('freeze')}>
          Freeze…
        </Button>
      )}
      <Button
        reason={isOwn ? ownAccount : user.sessions === 0 ? 'No session is open.' : undefined}
        onClick={() => ask('end')}
      >
        End sessions…
      </Button>
      <Button
        reason={
          isOwn
            ? 'Another operator must reset your own account.'
            : user.has_factor
              ? undefined
              : 'This account has no second factor.'
        }
        onClick={() => ask('resetFactor')}
      >
        Reset second factor…
      </Button>
      <ActDialog key={subject} act={actOnUser(subject, user)} open={isOpen} onClose={close} />
    </div>
  );
}
