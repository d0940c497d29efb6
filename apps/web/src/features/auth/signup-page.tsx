import { Link } from '@tanstack/react-router';
import { AuthFrame } from './auth-frame.tsx';
import { SignupForm } from './signup-form.tsx';

export function SignupPage() {
  return (
    <AuthFrame
      title="Create your account"
      otherWay={
        <>
          Already have one?{' '}
          <Link className="link" to="/login">
            Sign In
          </Link>
        </>
      }
    >
      <SignupForm />
    </AuthFrame>
  );
}
