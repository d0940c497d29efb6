import { useState } from 'react';
import { withBack } from '../../paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import type { LoginFields } from './entry-rules.ts';
import { useEntryWay } from './entry-way.ts';
import { LoginForm } from './login-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

type Step = { name: 'password' | 'factor'; typed: LoginFields | undefined };

export function LoginPage() {
  const { back } = useEntryWay();
  const [{ name, typed }, setStep] = useState<Step>({ name: 'password', typed: undefined });
  if (name === 'factor' && typed)
    return (
      <AuthFrame title="Confirm it is you" otherWay="Enter the code that your authenticator app shows for Florin.">
        <SecondFactorForm fields={typed} onBack={() => setStep({ name: 'password', typed })} />
      </AuthFrame>
    );
  return (
    <AuthFrame
      title="Welcome back"
      otherWay={
        <>
          New to Florin?{' '}
          <a className="link" href={withBack('/signup', back)}>
            Create an account
          </a>
        </>
      }
    >
      <LoginForm typed={typed} onAsked={(fields) => setStep({ name: 'factor', typed: fields })} />
    </AuthFrame>
  );
}
