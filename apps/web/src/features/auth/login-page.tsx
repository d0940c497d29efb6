import { Link } from '@tanstack/react-router';
import { AuthFrame } from './auth-frame.tsx';
import { LoginForm } from './login-form.tsx';

export function LoginPage() {
  return (
    <AuthFrame
      title="Welcome back"
      otherWay={
        <>
          New to Florin?{' '}
          <Link className="link" to="/signup">
            Create an account
          </Link>
        </>
      }
    >
      <LoginForm />
    </AuthFrame>
  );
}
