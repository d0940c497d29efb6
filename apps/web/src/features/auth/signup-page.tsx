import { Link, useSearch } from '@tanstack/react-router';
import { AuthFrame } from './auth-frame.tsx';
import { SignupForm } from './signup-form.tsx';

export function SignupPage() {
  const back = useWayBack();
  return (
    <AuthFrame
      title="Create your account"
      otherWay={
        <>
          Already have one?{' '}
          <Link className="link" to="/login" search={back === undefined ? {} : { back }}>
            Sign In
          </Link>
        </>
      }
    >
      <SignupForm />
    </AuthFrame>
  );
}

/** Whoever chose a plan and has an account already is led to it as well. */
function useWayBack(): string | undefined {
  const { back, plan } = useSearch({ from: '/signup' });
  return back ?? (plan && plan !== 'personal' ? `/profile?plan=${plan}#plan` : undefined);
}
