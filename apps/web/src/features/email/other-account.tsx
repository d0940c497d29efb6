import { UserX } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { MailOutcome } from './mail-outcome.tsx';

/** Shown if the link does not belong to the signed-in account. */
export function OtherAccount({ onLoggedOut }: { onLoggedOut: () => void }) {
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
          You are signed in as <b>{user.email}</b>. Log out, then enter the other account’s password.
        </>
      ) : (
        'Enter the other account’s password.'
      )}
    </MailOutcome>
  );
}
