import { lazy, Suspense, useState } from 'react';
import { storedInvitation } from '../../api/stored-invitation.ts';
import { withBack } from '../../paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useEntryOptions, pathAfterSignIn } from './entry-options.ts';
import { SignupForm } from './signup-form.tsx';
import styles from './auth.module.css';

/** Loaded lazily, because most people sign up without an invitation. */
const InvitationNotice = lazy(async () => {
  const notice = await import('./invitation-notice.tsx');
  return { default: notice.InvitationNotice };
});

export function SignupPage() {
  const back = useReturnPath();
  const [isInvited] = useState(() => storedInvitation() !== null);
  return (
    <AuthFrame
      title="Create your account"
      subtitle={
        <>
          Already have one?{' '}
          <a className="link" href={withBack('/login', back)}>
            Sign In
          </a>
        </>
      }
    >
      {isInvited && (
        <Suspense fallback={<Skeleton width="100%" height={68} className={styles.invited} />}>
          <InvitationNotice />
        </Suspense>
      )}
      <SignupForm back={back} />
    </AuthFrame>
  );
}

/** Returns the path to open after the login or sign-up. For a chosen paid plan, this is the plan section. */
function useReturnPath(): string | undefined {
  const { back, plan } = useEntryOptions();
  return back ?? (plan && plan !== 'personal' ? pathAfterSignIn({ plan }) : undefined);
}
