import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { refusalCode, troubleText } from '../../api/refusal-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import type { LinkCall } from './confirm-once.ts';
import type { LinkWords } from './held-link.tsx';
import { MailOutcome } from './mail-outcome.tsx';

type LinkPasswordProps<Answer> = {
  token: string;
  call: LinkCall<Answer>;
  words: LinkWords;
  otherwise: ReactNode;
};

/** Whoever is not signed in shows with the password that the account is theirs. */
export function LinkPassword<Answer>({ token, call, words, otherwise }: LinkPasswordProps<Answer>) {
  const queryClient = useQueryClient();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const { mutate, isPending } = useMutation({
    mutationFn: (typed: string) => call.withPassword(token, typed),
    networkMode: 'always',
    onSuccess: () => queryClient.refetchQueries(call.query(token)),
    onError: (error) => setProblem(wrongText(error)),
  });
  return (
    <>
      <MailOutcome tone="wait" icon={Mail} title={words.title}>
        {words.says} Enter the password of the account to confirm.
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
          {words.button}
        </Button>
        {otherwise}
      </form>
    </>
  );
}

const wrongText = (error: Error) =>
  refusalCode(error) === 'bad_credentials' ? 'This is not the password of the account' : troubleText(error);
