import { canonicalEmail, endpoints, passwordMaximum, passwordMinimum } from '@florin/contract';
import { api } from '../../api/client.ts';
import { refusalCode, refusalFields } from '../../api/refusal-text.ts';
import { paths, withBack } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { MistakesAreNewsContext } from '../../ui/field-control.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { NewPasswordField } from '../../wallet-ui/new-password-field.tsx';
import { notAnAddress, problemOfSignup, type SignupFields } from './entry-rules.ts';
import { useEntryWay } from './entry-way.ts';
import { useEntryForm } from './use-entry-form.ts';

export function SignupForm({ back }: { back: string | undefined }) {
  const { email: invited = '' } = useEntryWay();
  const { fields, register, submit, setError, busy, errorOf, mistakesAreNews } = useEntryForm<keyof SignupFields>({
    initial: { name: '', email: invited, password: '', confirmation: '' },
    problemOf: problemOfSignup,
    open: ({ name, email, password }) => api.call(endpoints.signup, { body: { name, email, password } }),
    welcome: 'Account created successfully!',
    failure: 'Signup failed. Please try again.',
    fieldOfFailure,
  });
  return (
    <form className="stack [--gap:18px]" noValidate onSubmit={submit}>
      <MistakesAreNewsContext value={mistakesAreNews}>
        <Field label="Full Name" error={errorOf('name')}>
          <TextInput autoComplete="name" placeholder="As on your ID" {...register('name')} />
        </Field>
        <Field
          label="Email"
          error={errorOf('email')}
          help={errorOf('email') === taken ? <SignInInstead email={fields.email} back={back} /> : undefined}
        >
          <TextInput
            type="email"
            autoComplete="username"
            placeholder="name@example.com"
            {...register('email')}
            onBlur={() => {
              if (isNoAddress(fields.email)) setError('email', notAnAddress);
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
          <PasswordInput autoComplete="new-password" placeholder="The same again" {...register('confirmation')} />
        </Field>
      </MistakesAreNewsContext>
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
        No card needed. You can send and receive at once; verifying your identity raises the limits.
      </p>
    </form>
  );
}

/** An empty field is spoken of when the form is sent, not when it is passed by. */
const isNoAddress = (typed: string) => typed.trim() !== '' && canonicalEmail(typed) === undefined;

const taken = 'There is an account with this email already';

function SignInInstead({ email, back }: { email: string; back: string | undefined }) {
  const way = withBack(paths.login, back);
  return (
    <a className="link" href={`${way}${way.includes('?') ? '&' : '?'}email=${encodeURIComponent(email.trim())}`}>
      Sign in with this email
    </a>
  );
}

const tooCommon = 'This password is too common. Choose another one.';

/** The toast does not say what to change; the field does, in our words. */
function fieldOfFailure(error: unknown): { field: 'name' | 'email' | 'password'; message: string } | undefined {
  const code = refusalCode(error);
  if (code === 'email_taken') return { field: 'email', message: taken };
  if (code === 'too_many_requests')
    return { field: 'email', message: 'Too many sign-ups from your network. Try again later' };
  const { name, email, password } = refusalFields(error);
  if (code === 'password_too_common') return { field: 'password', message: password ?? tooCommon };
  if (name !== undefined) return { field: 'name', message: 'A name has 1 to 100 characters' };
  if (email !== undefined) return { field: 'email', message: notAnAddress };
  if (password !== undefined)
    return { field: 'password', message: `A password has at most ${passwordMaximum} characters` };
  return undefined;
}
