import { Link, useSearch } from '@tanstack/react-router';
import { AuthFrame } from './auth-frame.tsx';
import { LoginForm } from './login-form.tsx';

export function LoginPage() {
  const { back } = useSearch({ from: '/login' });
  return (
    <AuthFrame
      title="Welcome back"
      otherWay={
        <>
          New to Florin?{' '}
          <Link className="link" to="/signup" search={back === undefined ? {} : { back }}>
            Create an account
          </Link>
        </>
      }
    >
      <LoginForm />
    </AuthFrame>
  );
}
