import { endpoints } from '@florin/contract';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { passkeysWork } from '../../api/passkeys.ts';
import { refusalCode, troubleText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { FactorField } from '../../wallet-ui/second-factor/factor-field.tsx';
import { noFactor, problemOfFactor } from '../../wallet-ui/second-factor/factor.ts';
import type { LoginFields } from './entry-rules.ts';
import { loginFailed, loginWelcome, tooManyAttempts } from './login-words.ts';
import { useEntryForm } from './use-entry-form.ts';
import { usePasskeyEntry } from './use-passkey-entry.ts';

type SecondFactorFormProps = {
  /** Kept in memory only: the server has no half-open session, the second call carries everything. */
  fields: LoginFields;
  onBack: () => void;
};

/** The second step of a sign-in. */
export function SecondFactorForm({ fields, onBack }: SecondFactorFormProps) {
  const [way, setWay] = useState(noFactor.way);
  const form = useEntryForm({
    initial: { code: noFactor.code },
    problemOf: ({ code }) => {
      const message = problemOfFactor({ way, code });
      return message === undefined ? undefined : { message, fields: ['code'] };
    },
    open: async ({ code }) => {
      const session = await api.call(endpoints.login, { body: { ...fields, code } });
      return { ...session, remembered: fields.remember };
    },
    welcome: loginWelcome,
    failure: loginFailed,
    fieldOfFailure,
    takeUp: (): boolean => {
      if (way === 'app') form.set('code', ''); // the next one is typed at once
      return false;
    },
  });
  const passkey = usePasskeyEntry();
  return (
    <form className="stack [--gap:20px]" noValidate onSubmit={form.submit}>
      <FactorField
        factor={{ way, code: form.fields.code }}
        onChange={(typed) => {
          setWay(typed.way);
          form.set('code', typed.code);
        }}
        error={form.errorOf('code')}
        onPasskey={passkeysWork() ? () => passkey.start(fields.remember) : undefined}
      />
      <Button variant="primary" size="l" block type="submit" busy={form.busy || passkey.busy}>
        {form.busy ? 'Signing in...' : 'Sign In'}
      </Button>
      <Button block disabled={form.busy} onClick={onBack}>
        Back
      </Button>
    </form>
  );
}

/** The toast is the specification's for every failure; the field says what to do about this one. */
function fieldOfFailure(error: unknown): { field: 'code'; message: string } | undefined {
  const code = refusalCode(error);
  if (code === 'second_factor_wrong') return { field: 'code', message: troubleText(error) };
  if (code === 'too_many_requests') return { field: 'code', message: tooManyAttempts };
  return undefined;
}
