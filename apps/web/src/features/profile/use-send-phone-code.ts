import { endpoints } from '@florin/contract';
import { api } from '../../api/client.ts';
import { useCommand } from '../../api/use-command.ts';

/** Has a code texted to the member's number. */
export function useSendPhoneCode(onSent: () => void) {
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.sendPhoneCode),
    onDone: onSent,
  });
  return { send: () => run(undefined), busy, error };
}
