import { endpoints } from '@florin/contract';
import { api } from '../../api/client.ts';
import { useCommand } from '../../api/use-command.ts';

/** Asks the server to text a code to the member's phone number. */
export function useSendPhoneCode(onSent: () => void) {
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.sendPhoneCode),
    onDone: onSent,
  });
  return { send: () => run(undefined), busy, error };
}
