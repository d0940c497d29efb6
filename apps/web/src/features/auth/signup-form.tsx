import { canonicalEmail, endpoints, passwordMaximum, passwordMinimum } from '@florin/contract';
import { api } from '../../api/client.ts';
import { refusalCode, refusalFields } from '../../api/refusal-text.ts';
import { paths, withBack } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { AnnounceErrorsContext } from '../../ui/field-control.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { NewPasswordField } from '../../wallet-ui/new-password-field.tsx';
import { invalidEmail, problemOfSignup, type SignupFields } from './entry-rules.ts';
import { useEntryOptions } from './entry-options.ts';
import { useEntryForm } from './use-entry-form.ts';
import styles from './auth.module.css';

export function SignupForm({ back }: { back: string | undefined }) {
  const { email: invited = '' } = useEntryOptions();
  const { fields, register, submit, setError, busy, errorOf, announceErrors } = useEntryForm<keyof SignupFields>({
    initial: { name: '', email: invited, password: '', confirmation: '' },
    problemOf: problemOfSignup,
    open: ({ name, email, password }) => api.call(endpoints.signup, { body: { name, email, password } }),
    welcome: 'Account created successfully!',
    failure: 'Signup failed. Please try again.',
    fieldOfFailure,
  });
  return (
    <form className={`stack ${styles.signupStack}`} noValidate onSubmit={submit}>
      <AnnounceErrorsContext value={announceErrors}>
        <Field label="Full Name" error={errorOf('name')}>
          <TextInput autoComplete="name" placeholder="As on your ID" {...register('name')} />
        </Field>
        <Field
          label="Email"
          error={errorOf('email')}
          help={errorOf('email') === emailTaken ? <SignInInstead email={fields.email} back={back} /> : undefined}
        >
          <TextInput
            type="email"
            autoComplete="username"
            placeholder="name@example.com"
            {...register('email')}
            onBlur={() => {
              if (isInvalidEmail(fields.email)) setError('email', invalidEmail);
            }}
          />
        </Field>
        <NewPasswordField
          label="Password"
          error={errorOf('password')}
          typed={fields.password}
          owner={fields}
          placeholder={`Minimum ${passwordMinimum} characters`}
          {...register('password')}
        />
        <Field label="Confirm Password" error={errorOf('confirmation')}>
          <PasswordInput autoComplete="new-password" placeholder="Re-enter password" {...register('confirmation')} />
        </Field>
      </AnnounceErrorsContext>
      <Button variant="primary" size="l" block type="submit" busy={busy}>
        {busy ? 'Creating account...' : 'Create Account'}
      </Button>
      <p className="small muted">
        By creating an account you agree to the{' '}
        <a className="link" href={paths.terms}>
          Terms
        </a>{' '}
        and the{' '}
        <a className="link" href={paths.privacy}>
          Privacy notice
        </a>
        .
      </p>
      <p className="small muted">
        No card needed. Send and receive right away. Verify your identity to raise your limits.
      </p>
    </form>
  );
}

/** True for an invalid email. An empty field is checked only on submit. */
const isInvalidEmail = (typed: string) => typed.trim() !== '' && canonicalEmail(typed) === undefined;

const emailTaken = 'This email already has an account';

function SignInInstead({ email, back }: { email: string; back: string | undefined }) {
  const way = withBack(paths.login, back);
  return (
    <a className="link" href={`${way}${way.includes('?') ? '&' : '?'}email=${encodeURIComponent(email.trim())}`}>
      Sign in with this email
    </a>
  );
}

const passwordTooCommon = 'This password is too common. Choose another one.';

/** Returns the error text at the field, because the toast does not name the mistake. */
function fieldOfFailure(error: unknown): { field: 'name' | 'email' | 'password'; message: string } | undefined {
  const code = refusalCode(error);
  if (code === 'email_taken') return { field: 'email', message: emailTaken };
  if (code === 'too_many_requests')
    return { field: 'email', message: 'Too many sign-ups from your network. Try again later' };
  const { name, email, password } = refusalFields(error);
  if (code === 'password_too_common') return { field: 'password', message: password ?? passwordTooCommon };
  if (name !== undefined) return { field: 'name', message: 'Use 1 to 100 characters' };
  if (email !== undefined) return { field: 'email', message: invalidEmail };
  if (password !== undefined) return { field: 'password', message: `Use at most ${passwordMaximum} characters` };
  return undefined;
}
