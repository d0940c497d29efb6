import { CallRefused, endpoints } from '@florin/contract';
import { api } from '../../api/client.ts';
import { passkeysWork } from '../../api/passkeys.ts';
import { Button } from '../../ui/button.tsx';
import { FactorField } from '../../wallet-ui/second-factor/factor-field.tsx';
import { noFactor, problemOfFactor, type Factor } from '../../wallet-ui/second-factor/factor.ts';
import type { LoginFields } from './entry-rules.ts';
import { loginFailed, loginWelcome } from './login-words.ts';
import { useEntryForm } from './use-entry-form.ts';
import { usePasskeyEntry } from './use-passkey-entry.ts';

type SecondFactorFormProps = {
  /** Kept in memory only: the server has no half-open session, the second call carries everything. */
  fields: LoginFields;
  onBack: () => void;
};

/** The second step of a sign-in. */
export function SecondFactorForm({ fields, onBack }: SecondFactorFormProps) {
  const { watch, setValue, submit, busy, errorOf } = useEntryForm<{ factor: Factor }>({
    defaultValues: { factor: noFactor },
    problemOf: ({ factor }) => {
      const message = problemOfFactor(factor);
      return message === undefined ? undefined : { message, fields: ['factor'] };
    },
    open: ({ factor }) => api.call(endpoints.login, { body: { ...fields, code: factor.code } }),
    welcome: loginWelcome,
    failure: loginFailed,
    fieldOfFailure,
  });
  const passkey = usePasskeyEntry();
  return (
    <form className="stack [--gap:20px]" noValidate onSubmit={submit}>
      <FactorField
        factor={watch('factor')}
        onChange={(factor) => setValue('factor', factor)}
        error={errorOf('factor')}
        onPasskey={passkeysWork() ? () => passkey.start(fields.remember) : undefined}
      />
      <Button variant="primary" size="l" block type="submit" busy={busy || passkey.busy}>
        {busy ? 'Signing in...' : 'Sign In'}
      </Button>
      <Button block disabled={busy} onClick={onBack}>
        Back
      </Button>
    </form>
  );
}

/** The toast is the specification's for every failure; the field says what to do about this one. */
function fieldOfFailure(error: unknown): { field: 'factor'; message: string } | undefined {
  const code = error instanceof CallRefused ? error.body?.code : undefined;
  if (code === 'second_factor_wrong')
    return { field: 'factor', message: 'This code is wrong, has run out, or was used already' };
  if (code === 'too_many_requests') return { field: 'factor', message: 'Too many attempts. Wait a moment' };
  return undefined;
}
