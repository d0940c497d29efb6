import { endpoints, type Factor } from '@florin/contract';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { passkeysWork, showPasskey } from '../../api/passkeys.ts';
import { refusalCode, troubleText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { FactorField } from '../../wallet-ui/second-factor/factor-field.tsx';
import { noFactor, problemOfFactor, type Factor as TypedFactor } from '../../wallet-ui/second-factor/factor.ts';
import type { LoginFields } from './entry-rules.ts';
import { loginFailed, loginWelcome, tooManyAttempts } from './login-words.ts';
import { useEntryForm } from './use-entry-form.ts';
import { usePasskeyEntry } from './use-passkey-entry.ts';
import { brandName } from '../../ui/brand.ts';

type SecondFactorFormProps = {
  /** Email and password, in memory only. The second call sends both again: the server stores no partial login. */
  fields: LoginFields;
  factors: readonly Factor[] | undefined;
  onBack: () => void;
};

export const takesApp = (factors: readonly Factor[] | undefined) => factors?.includes('app') ?? true;

/** The second step of signing in: a code from the app, a recovery code or a passkey. */
export function SecondFactorForm({ fields, factors, onBack }: SecondFactorFormProps) {
  const hasApp = takesApp(factors);
  const [byCode, setByCode] = useState(hasApp);
  const [way, setWay] = useState<TypedFactor['way']>(hasApp ? 'app' : 'recovery');
  const form = useEntryForm({
    initial: { code: noFactor.code },
    problemOf: ({ code }) => {
      const message = problemOfFactor({ way, code });
      return message === undefined ? undefined : { message, at: { code: message } };
    },
    open: async ({ code }) => {
      const session = await api.call(endpoints.login, { body: { ...fields, code } });
      return { ...session, remembered: fields.remember };
    },
    welcome: loginWelcome,
    failure: loginFailed,
    fieldOfFailure,
    handleError: (): boolean => {
      if (way === 'app') form.set('code', ''); // Clears the field for the next code.
      return false;
    },
  });
  const passkey = usePasskeyEntry(async () => {
    return api.call(endpoints.login, { body: { ...fields, passkey: await showPasskey() } });
  });
  const usePasskey = () => passkey.start(fields.remember);
  if (!byCode)
    return (
      <div className="stack form-stack">
        <PasskeyButton busy={passkey.busy} onPress={usePasskey} />
        {factors?.includes('recovery_code') === true && (
          <p className="help">
            <button type="button" className="link" onClick={() => setByCode(true)}>
              Use a recovery code
            </button>
          </p>
        )}
        <Button block disabled={passkey.busy} onClick={onBack}>
          Back
        </Button>
      </div>
    );
  return (
    <form className="stack form-stack" noValidate onSubmit={form.submit}>
      <FactorField
        hasApp={hasApp}
        onComplete={(code) => !form.busy && form.submitWith({ code })}
        factor={{ way, code: form.fields.code }}
        onChange={(typed) => {
          setWay(typed.way);
          form.set('code', typed.code);
        }}
        error={form.errorOf('code')}
        onPasskey={passkeysWork() && (factors?.includes('passkey') ?? true) ? usePasskey : undefined}
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

const PasskeyButton = ({ busy, onPress }: { busy: boolean; onPress: () => void }) =>
  passkeysWork() ? (
    <Button variant="primary" size="l" block busy={busy} onClick={onPress}>
      {busy ? 'Signing in...' : 'Use a passkey'}
    </Button>
  ) : (
    <p>Passkeys do not work in this browser or at this address. Open {brandName} where you created yours.</p>
  );

/** Returns the error text at the field. The toast always shows the specified message. */
function fieldOfFailure(error: unknown): { field: 'code'; message: string } | undefined {
  const code = refusalCode(error);
  if (code === 'second_factor_wrong') return { field: 'code', message: troubleText(error) };
  if (code === 'too_many_requests') return { field: 'code', message: tooManyAttempts };
  return undefined;
}
