import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { refusalCode, troubleText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import type { LinkCall } from './link-calls.ts';
import type { LinkTexts } from './link-texts.ts';
import { MailOutcome } from './mail-outcome.tsx';

type LinkPasswordProps<Answer> = {
  token: string;
  call: LinkCall<Answer>;
  texts: LinkTexts;
  footer: ReactNode;
};

/** Asks a signed-out visitor for the password, which proves that the visitor owns the account. */
export function LinkPassword<Answer>({ token, call, texts, footer }: LinkPasswordProps<Answer>) {
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (typed: string) => call.withPassword(token, typed),
    networkMode: 'always',
    onSuccess: () => queryClient.refetchQueries(call.query(token)),
    onError: (error) => setProblem(errorText(error)),
  });
  return (
    <>
      <MailOutcome tone="wait" icon={Mail} title={texts.title}>
        {texts.description} Enter the account’s password to confirm.
      </MailOutcome>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isPending) return;
          if (password === '') setProblem('Please enter your password');
          else mutate(password);
        }}
      >
        <Field label="Password" error={problem}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={({ currentTarget }) => {
              setPassword(currentTarget.value);
              setProblem(undefined);
            }}
          />
        </Field>
        <Button variant="primary" size="l" block type="submit" busy={isPending}>
          {texts.button}
        </Button>
        {footer}
      </form>
    </>
  );
}

const errorText = (error: Error) =>
  refusalCode(error) === 'bad_credentials' ? 'Incorrect password.' : troubleText(error);
