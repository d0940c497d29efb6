import { readErrorBody } from '@florin/contract';
import { account } from './account.ts';
import type { Send } from './step-up.ts';
import { storedUser } from './stored-session.ts';

/** The business that the person no longer acts for. */
export type LostAccess = {
  /** Undefined if this browser never showed the business. */
  readonly name: string | undefined;
};

let lost: LostAccess | undefined;
const listeners = new Set<() => void>();

export const lostAccess = (): LostAccess | undefined => lost;

/** Notifies the listener once, when the person no longer acts for the business. Returns an unsubscribe function. */
export function subscribeToLostAccess(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function loseAccess() {
  if (lost) return;
  lost = { name: storedUser()?.name };
  for (const listener of listeners) listener();
}

/** Detects the first rejected call of a person who does not, or no longer, belong to the business. */
export const reportingLostAccess = (send: Send): Send =>
  account === undefined
    ? send
    : async (url, init) => {
        const response = await send(url, init);
        if (response.status === 404 && (await isOfUnknownBusiness(response.clone()))) loseAccess();
        return response;
      };

async function isOfUnknownBusiness(response: Response): Promise<boolean> {
  const json: unknown = await response.json().catch(() => undefined);
  return readErrorBody(json)?.code === 'business_not_found';
}
