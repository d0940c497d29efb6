import { lazy, Suspense, useState } from 'react';
import { storedInvitation } from '../../api/stored-invitation.ts';
import { withBack } from '../../paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useEntryWay, wayOn } from './entry-way.ts';
import { SignupForm } from './signup-form.tsx';

/** Most who sign up were not invited. */
const InvitationNotice = lazy(async () => {
  const notice = await import('./invitation-notice.tsx');
  return { default: notice.InvitationNotice };
});

export function SignupPage() {
  const back = useWayBack();
  const [isInvited] = useState(() => storedInvitation() !== null);
  return (
    <AuthFrame
      title="Create your account"
      otherWay={
        <>
          Already have one?{' '}
          <a className="link" href={withBack('/login', back)}>
            Sign In
          </a>
        </>
      }
    >
      {isInvited && (
        <Suspense fallback={<Skeleton width="100%" height={68} className="auth-invited" />}>
          <InvitationNotice />
        </Suspense>
      )}
      <SignupForm back={back} />
    </AuthFrame>
  );
}

/** Whoever chose a plan and has an account already is led to it as well. */
function useWayBack(): string | undefined {
  const { back, plan } = useEntryWay();
  return back ?? (plan && plan !== 'personal' ? wayOn({ plan }) : undefined);
}
