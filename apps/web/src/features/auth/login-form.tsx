import { demoLogin, endpoints } from '@florin/contract';
import { api } from '../../api/client.ts';
import { hasDemoAccount } from '../../api/page-settings.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { problemOfLogin, type LoginFields } from './entry-rules.ts';
import { useEntryForm } from './use-entry-form.ts';

export function LoginForm() {
  const { register, setValue, submit, busy, errorOf } = useEntryForm<LoginFields>({
    defaultValues: { email: '', password: '', remember: false },
    problemOf: problemOfLogin,
    enter: (body) => api.call(endpoints.login, { body }),
    welcome: 'Welcome back!',
    failure: 'Login failed. Please try again.',
  });
  const enterDemo = () => {
    setValue('email', demoLogin.email);
    setValue('password', demoLogin.password);
    submit();
  };
  return (
    <>
      <form className="stack [--gap:20px]" noValidate onSubmit={submit}>
        <Field label="Email" error={errorOf('email')}>
          <TextInput type="email" autoComplete="username" placeholder="name@example.com" {...register('email')} />
        </Field>
        <Field label="Password" error={errorOf('password')}>
          <PasswordInput autoComplete="current-password" placeholder="Your password" {...register('password')} />
        </Field>
        <div className="auth-row">
          <Checkbox label="Remember me" {...register('remember')} />
        </div>
        <Button variant="primary" size="l" block type="submit" busy={busy}>
          {busy ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
      {hasDemoAccount() && (
        <div className="auth-demo">
          <p className="small muted">Just looking? The demo account has history, coins and contacts.</p>
          <Button block disabled={busy} onClick={enterDemo}>
            Try the demo account
          </Button>
        </div>
      )}
    </>
  );
}
