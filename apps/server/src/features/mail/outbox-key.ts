import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../platform/refusal.ts';

/**
 * Returns the key to the outbox of a sandbox that others can reach. The key is derived from the master key and never
 * stored, so all nodes share it and restarts keep it.
 */
export const outboxKeyOf = (masterKey: Buffer): string =>
  createHmac('sha256', masterKey).update('Florin: the outbox of this sandbox').digest('base64url').slice(0, 32);

const isSameKey = (given: string | undefined, key: string): boolean =>
  timingSafeEqual(hash('sha256', given ?? '', 'buffer'), hash('sha256', key, 'buffer'));

type Place = {
  readonly mode: 'sandbox' | 'live';
  /** The outbox key. Undefined if only this machine can reach the sandbox. */
  readonly outboxKey: string | undefined;
};

/** Checks access to the outbox. Refusals: `not_found` in live mode; `outbox_locked` for a wrong or missing key. */
export function assertOutboxOpen({ mode, outboxKey }: Place, given: string | undefined): void {
  if (mode === 'live') throw new Refusal('not_found', 'There is nothing here.');
  if (outboxKey !== undefined && !isSameKey(given, outboxKey))
    throw new Refusal('outbox_locked', 'The outbox needs its secret link. The server printed it at startup.');
}
