import { readErrorBody } from '@florin/contract';
import type { Send } from './step-up.ts';

const listeners = new Set<() => void>();

/** Notifies listeners of each call that was rejected because the member's email is not confirmed. */
export const reportingUnconfirmed =
  (send: Send): Send =>
  async (url, init) => {
    const response = await send(url, init);
    if (response.status === 403 && (await isOfUnconfirmed(response.clone())))
      for (const listener of listeners) listener();
    return response;
  };

async function isOfUnconfirmed(response: Response): Promise<boolean> {
  const json: unknown = await response.json().catch(() => undefined);
  return readErrorBody(json)?.code === 'email_not_confirmed';
}

export function subscribeToUnconfirmed(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
