import { endpoints } from '@florin/contract';
import { api } from '../../api/client.ts';
import { refusalFields, troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';

/** Requests the email with the reset link. */
export function useForgot({ onSent }: { onSent: (email: string) => void }) {
  const { run, busy, error } = useCommand({
    call: (email: string) => api.call(endpoints.forgotPassword, { body: { email } }),
    onDone: (_, email) => onSent(email),
  });
  return { send: run, busy, problem: error ? sendErrorText(error) : undefined };
}

const sendErrorText = (error: Error): string =>
  refusalFields(error)['email'] === undefined ? troubleText(error) : 'Enter a valid email address';
