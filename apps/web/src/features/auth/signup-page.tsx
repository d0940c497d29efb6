import { Link, useSearch } from '@tanstack/react-router';
import { AuthFrame } from './auth-frame.tsx';
import { SignupForm } from './signup-form.tsx';

export function SignupPage() {
  const { back } = useSearch({ from: '/signup' });
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
