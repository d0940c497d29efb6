import { demoLogin, endpoints, type Factor } from '@florin/contract';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { hasDemoAccount } from '../../api/page-settings.ts';
import { passkeysWork } from '../../api/passkeys.ts';
import { refusalCode, refusalFactors } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { AnnounceErrorsContext } from '../../ui/field-control.ts';
import { Icon } from '../../ui/icon.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useEntryOptions } from './entry-options.ts';
import { problemOfLogin, type LoginFields } from './entry-rules.ts';
import { loginFailed, loginWelcome, tooManyAttempts } from './login-words.ts';
import { useEntryForm } from './use-entry-form.ts';
import { usePasskeyEntry } from './use-passkey-entry.ts';
import styles from './auth.module.css';

type LoginFormProps = {
  /** The earlier input, after Back from the second step. */
  typed: LoginFields | undefined;
  /** Called when the password is correct and the account needs a second factor. */
  onSecondFactor: (fields: LoginFields, factors: readonly Factor[] | undefined) => void;
};

export function LoginForm({ typed, onSecondFactor }: LoginFormProps) {
  const { email = '' } = useEntryOptions();
  const [remember, setRemember] = useState(typed?.remember ?? false);
  const { register, submit, submitWith, set, busy, errorOf, announceErrors } = useEntryForm({
    initial: { email: typed?.email ?? email, password: typed?.password ?? '' },
    problemOf: problemOfLogin,
    open: async (fields) => {
      const session = await api.call(endpoints.login, { body: { ...fields, remember } });
      return { ...session, remembered: remember };
    },
    welcome: loginWelcome,
    failure: loginFailed,
    // Until the wait ends, even the correct password fails.
    fieldOfFailure: (error) =>
      refusalCode(error) === 'too_many_requests' ? { field: 'password', message: tooManyAttempts } : undefined,
    handleError: (error, fields) => {
      const needsFactor = refusalCode(error) === 'second_factor_required';
      if (needsFactor) onSecondFactor({ ...fields, remember }, refusalFactors(error));
      return needsFactor;
    },
  });
  const passkey = usePasskeyEntry();
  const enterDemo = () => {
    set('email', demoLogin.email);
    set('password', demoLogin.password);
    submitWith(demoLogin);
  };
  return (
    <>
      <form className="stack form-stack" noValidate onSubmit={submit}>
        <AnnounceErrorsContext value={announceErrors}>
          <Field label="Email" error={errorOf('email')}>
            <TextInput type="email" autoComplete="username" placeholder="name@example.com" {...register('email')} />
          </Field>
          <Field label="Password" error={errorOf('password')}>
            <PasswordInput autoComplete="current-password" placeholder="Your password" {...register('password')} />
          </Field>
        </AnnounceErrorsContext>
        <div className={styles.row}>
          <Checkbox label="Remember me" checked={remember} onChange={({ target }) => setRemember(target.checked)} />
          <a className="link reaches" href="/forgot-password">
            Forgot password
          </a>
        </div>
        <Button variant="primary" size="l" block type="submit" busy={busy}>
          {busy ? 'Signing in...' : 'Sign In'}
        </Button>
        {passkeysWork() && (
          <Button block busy={passkey.busy} disabled={busy} onClick={() => passkey.start(remember)}>
            {!passkey.busy && <Icon as={KeyRound} />}
            Use a passkey
          </Button>
        )}
      </form>
      {hasDemoAccount() && (
        <div className={styles.demo}>
          <p className="small muted">Just looking? The demo account has history, coins and contacts.</p>
          <Button block disabled={busy} onClick={enterDemo}>
            Try the demo account
          </Button>
        </div>
      )}
    </>
  );
}
