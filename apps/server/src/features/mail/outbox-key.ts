import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** What opens the outbox of a sandbox that others can reach: the same on every node and after a restart, kept nowhere. */
export const outboxKeyOf = (masterKey: Buffer): string =>
  createHmac('sha256', masterKey).update('Florin: the outbox of this sandbox').digest('base64url').slice(0, 32);

export const isSameKey = (given: string | undefined, key: string): boolean =>
  timingSafeEqual(hash('sha256', given ?? '', 'buffer'), hash('sha256', key, 'buffer'));
