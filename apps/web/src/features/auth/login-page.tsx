import type { Factor } from '@florin/contract';
import { useState } from 'react';
import { withBack } from '../../paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import type { LoginFields } from './entry-rules.ts';
import { useEntryOptions } from './entry-options.ts';
import { LoginForm } from './login-form.tsx';
import { SecondFactorForm, takesApp } from './second-factor-form.tsx';
import { brandName } from '../../ui/brand.ts';

const byApp = 'Enter the code from your authenticator app.';
const byPasskey = `Use the passkey you created for ${brandName}.`;

type Step = {
  name: 'password' | 'factor';
  typed: LoginFields | undefined;
  /** The accepted second factors. If undefined, the server accepts codes. */
  factors?: readonly Factor[] | undefined;
};

export function LoginPage() {
  const { back } = useEntryOptions();
  const [{ name, typed, factors }, setStep] = useState<Step>({ name: 'password', typed: undefined });
  if (name === 'factor' && typed)
    return (
      <AuthFrame title="Confirm it is you" subtitle={takesApp(factors) ? byApp : byPasskey}>
        <SecondFactorForm fields={typed} factors={factors} onBack={() => setStep({ name: 'password', typed })} />
      </AuthFrame>
    );
  return (
    <AuthFrame
      title="Welcome back"
      subtitle={
        <>
          New to {brandName}?{' '}
          <a className="link" href={withBack('/signup', back)}>
            Create an account
          </a>
        </>
      }
    >
      <LoginForm
        typed={typed}
        onSecondFactor={(fields, possible) => setStep({ name: 'factor', typed: fields, factors: possible })}
      />
    </AuthFrame>
  );
}
