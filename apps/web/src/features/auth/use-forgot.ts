import { endpoints } from '@florin/contract';
import { api } from '../../api/client.ts';
import { refusalFields, refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';

/** Asks for the mail with the link. */
export function useForgot({ onSent }: { onSent: (email: string) => void }) {
  const { run, busy, error } = useCommand({
    call: (email: string) => api.call(endpoints.forgotPassword, { body: { email } }),
    onDone: (_, email) => onSent(email),
  });
  return { send: run, busy, trouble: error ? troubleOf(error) : undefined };
}

const troubleOf = (error: Error): string =>
  refusalFields(error)['email'] === undefined
    ? refusalText(error, 'The server did not answer. Please try again.')
    : 'This is not an email address';
