import { withBack } from '../../paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import { InvitationNotice } from './invitation-notice.tsx';
import { useEntryWay, wayOn } from './entry-way.ts';
import { SignupForm } from './signup-form.tsx';

export function SignupPage() {
  const back = useWayBack();
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
      <InvitationNotice />
      <SignupForm back={back} />
    </AuthFrame>
  );
}

/** Whoever chose a plan and has an account already is led to it as well. */
function useWayBack(): string | undefined {
  const { back, plan } = useEntryWay();
  return back ?? (plan && plan !== 'personal' ? wayOn({ plan }) : undefined);
}
