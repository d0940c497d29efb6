import type { Factor } from '@florin/contract';
import { useState } from 'react';
import { withBack } from '../../paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import type { LoginFields } from './entry-rules.ts';
import { useEntryWay } from './entry-way.ts';
import { LoginForm } from './login-form.tsx';
import { SecondFactorForm, takesApp } from './second-factor-form.tsx';

const byApp = 'Enter the code that your authenticator app shows for Florin.';
const byPasskey = 'Show the passkey that you made for Florin.';

type Step = {
  name: 'password' | 'factor';
  typed: LoginFields | undefined;
  /** What can be shown as a second factor. A server that does not say takes codes. */
  factors?: readonly Factor[] | undefined;
};

export function LoginPage() {
  const { back } = useEntryWay();
  const [{ name, typed, factors }, setStep] = useState<Step>({ name: 'password', typed: undefined });
  if (name === 'factor' && typed)
    return (
      <AuthFrame title="Confirm it is you" otherWay={takesApp(factors) ? byApp : byPasskey}>
        <SecondFactorForm fields={typed} factors={factors} onBack={() => setStep({ name: 'password', typed })} />
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
      <LoginForm
        typed={typed}
        onAsked={(fields, possible) => setStep({ name: 'factor', typed: fields, factors: possible })}
      />
    </AuthFrame>
  );
}
