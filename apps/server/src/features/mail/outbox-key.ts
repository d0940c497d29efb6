import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { Refusal } from '../../platform/refusal.ts';

/** What opens the outbox of a sandbox that others can reach: the same on every node and after a restart, kept nowhere. */
export const outboxKeyOf = (masterKey: Buffer): string =>
  createHmac('sha256', masterKey).update('Florin: the outbox of this sandbox').digest('base64url').slice(0, 32);

const isSameKey = (given: string | undefined, key: string): boolean =>
  timingSafeEqual(hash('sha256', given ?? '', 'buffer'), hash('sha256', key, 'buffer'));

type Place = {
  readonly mode: 'sandbox' | 'live';
  /** None where only this machine reaches the sandbox. */
  readonly outboxKey: string | undefined;
};

/** Refusals: `not_found` in live; `outbox_locked` with another key, or none, where others can reach the sandbox. */
export function assertOutboxOpen({ mode, outboxKey }: Place, given: string | undefined): void {
  if (mode === 'live') throw new Refusal('not_found', 'There is nothing here.');
  if (outboxKey !== undefined && !isSameKey(given, outboxKey))
    throw new Refusal('outbox_locked', 'This outbox opens with the link that the server printed when it started.');
}
