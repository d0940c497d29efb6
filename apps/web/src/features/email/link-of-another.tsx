import { UserX } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { MailOutcome } from './mail-outcome.tsx';

/** Somebody else is signed in here. */
export function LinkOfAnother({ onLoggedOut }: { onLoggedOut: () => void }) {
  const { user, signOut } = useSession();
  return (
    <MailOutcome
      tone="bad"
      icon={UserX}
      title="This link belongs to another account"
      action={
        <Button
          variant="primary"
          size="l"
          block
          onClick={() => {
            onLoggedOut();
            signOut();
          }}
        >
          Log Out
        </Button>
      }
    >
      {user ? (
        <>
          You are signed in as <b>{user.email}</b>. Log out, then confirm with the password of the other account.
        </>
      ) : (
        'Confirm with the password of the other account.'
      )}
    </MailOutcome>
  );
}
