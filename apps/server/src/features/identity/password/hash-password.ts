import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { semaphore, type Share } from '../../../platform/semaphore.ts';
import { once } from '../../../platform/once.ts';
import { deriveTag } from './derive-tag.ts';
import { householdOf } from '../sessions/network.ts';

const costs = {
  /** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. A hash takes about 30 ms of one core. */
  full: { memory: 19_456, passes: 2, parallelism: 1 },
  /** For tests that open thousands of accounts. A hash takes less than a millisecond and gives no protection. */
  least: { memory: 64, passes: 1, parallelism: 1 },
} as const;
export type PasswordCost = keyof typeof costs;
const saltBytes = 16;
const tagBytes = 32;

/** Uses half of the cores at most, so a flood of sign-ins leaves the rest to signed-in members. */
const runQueued = semaphore({
  maxRunning: Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))),
  maxWaiting: 64,
  sentence: 'Too many people are signing in right now. Try again in a moment.',
  retryAfterSeconds: 2,
});

/** The caller of a hash. Each network and each account may fill only a share of the queue. */
export type Hashing = {
  readonly ip: string;
  /** An email address or a member's id. */
  readonly account: string;
  /** The factor by which the limits exceed those of live mode (`Config.throttleFactor`). */
  readonly throttleFactor?: number | undefined;
};

const maxWaitingPerNetwork = 2;
const maxWaitingPerAccount = 1;

const sharesOf = ({ ip, account, throttleFactor = 1 }: Hashing): Share[] => [
  { of: `network ${householdOf(ip)}`, maxWaiting: maxWaitingPerNetwork * throttleFactor },
  { of: `account ${account}`, maxWaiting: maxWaitingPerAccount * throttleFactor },
];

/**
 * Returns the argon2id hash of a password as a PHC string. Refusals: `busy`; `too_many_requests` if the network or
 * account fills its share of the queue.
 *
 * @param by undefined without limits, or for a hash without a caller
 */
export async function hashPassword(password: string, by?: Hashing, cost: PasswordCost = 'full'): Promise<string> {
  const salt = randomBytes(saltBytes);
  const { memory, passes, parallelism } = costs[cost];
  const tag = await tagOf(password, salt, { memory, passes, parallelism, by });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** Returns whether the password matches the hash. Refusals: as in `hashPassword`. */
export async function verifyPassword(password: string, phc: string, by?: Hashing): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc);
  if (!match) throw new Error('not an argon2id hash');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [salt, expected] = [Buffer.from(match[4] ?? '', 'base64'), Buffer.from(match[5] ?? '', 'base64')];
  const tag = await tagOf(password, salt, { memory, passes, parallelism, by });
  return timingSafeEqual(tag, expected);
}

/** Returns whether the costs of the hash differ from the current costs. */
export function isOutdated(phc: string, cost: PasswordCost = 'full'): boolean {
  const { memory, passes, parallelism } = costs[cost];
  return !phc.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`);
}

/**
 * Returns a hash that matches no password, so an unknown address costs as much as a wrong password. Refusals: `busy`.
 */
export const dummyHash = (cost: PasswordCost = 'full'): Promise<string> => dummyHashes[cost]();

const makeDummyHash = (cost: PasswordCost) =>
  once(() => hashPassword(randomBytes(32).toString('base64'), undefined, cost));
const dummyHashes = { full: makeDummyHash('full'), least: makeDummyHash('least') };

const tagOf = async (
  password: string,
  salt: Buffer,
  { by, memory, passes, parallelism }: Record<keyof typeof costs.full, number> & { readonly by: Hashing | undefined },
): Promise<Buffer> => {
  const message = Buffer.from(password.normalize('NFKC'));
  const tag = await runQueued(
    () => deriveTag({ message, nonce: salt, memory, passes, parallelism, tagLength: tagBytes }),
    by && sharesOf(by),
  );
  return Buffer.from(tag);
};

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
