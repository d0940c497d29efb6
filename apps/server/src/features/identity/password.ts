import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { takeTurns, type Share } from '../../platform/in-turn.ts';
import { madeOnce } from '../../platform/made-once.ts';
import { deriveTag } from './password/derive-tag.ts';
import { householdOf } from './sessions/network.ts';

const costs = {
  /** OWASP's first choice for argon2id: 19 MiB, two passes, one lane; about 30 ms of one core. */
  full: { memory: 19_456, passes: 2, parallelism: 1 },
  /** For tests, which open thousands of accounts: less than a millisecond, and no protection. */
  least: { memory: 64, passes: 1, parallelism: 1 },
} as const;
export type PasswordCost = keyof typeof costs;
const saltBytes = 16;
const tagBytes = 32;

/** Half of the cores, so that a flood of sign-ins leaves the rest to those who are in. */
const inTurn = takeTurns({
  maxRunning: Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))),
  maxWaiting: 64,
  sentence: 'Too many people are signing in right now. Please try again in a moment.',
  retryAfterSeconds: 2,
});

/** Who asks for a hash: a network and an account have a share of the queue each. */
export type Hashing = {
  readonly ip: string;
  /** An address or a member's id. */
  readonly account: string;
  /** By how much the shares are wider than in live (`Config.throttleFactor`). */
  readonly throttleFactor?: number | undefined;
};

const waitingOfNetwork = 2;
const waitingOfAccount = 1;

const sharesOf = ({ ip, account, throttleFactor = 1 }: Hashing): Share[] => [
  { of: `network ${householdOf(ip)}`, mostWaiting: waitingOfNetwork * throttleFactor },
  { of: `account ${account}`, mostWaiting: waitingOfAccount * throttleFactor },
];

/**
 * The argon2id hash of a password as a PHC string. Refusals: `busy`, and `too_many_requests` where too much of the same
 * network or account waits already.
 *
 * @param by none where there are no limits, and for what nobody asked for
 */
export async function hashPassword(password: string, by?: Hashing, cost: PasswordCost = 'full'): Promise<string> {
  const salt = randomBytes(saltBytes);
  const { memory, passes, parallelism } = costs[cost];
  const tag = await tagOf(password, salt, { memory, passes, parallelism, by });
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** Does the password fit the hash? Refusals: as in `hashPassword`. */
export async function verifyPassword(password: string, phc: string, by?: Hashing): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc);
  if (!match) throw new Error('not an argon2id hash');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  const [salt, expected] = [Buffer.from(match[4] ?? '', 'base64'), Buffer.from(match[5] ?? '', 'base64')];
  const tag = await tagOf(password, salt, { memory, passes, parallelism, by });
  return timingSafeEqual(tag, expected);
}

/** The hash was made at another cost than is asked for today. */
export function isOutdated(phc: string, cost: PasswordCost = 'full'): boolean {
  const { memory, passes, parallelism } = costs[cost];
  return !phc.startsWith(`$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`);
}

/** A hash nobody's password has: an unknown address costs what a wrong password costs. Refusals: `busy`. */
export const hashOfNobody = (cost: PasswordCost = 'full'): Promise<string> => hashesOfNobody[cost]();

const makeHashOfNobody = (cost: PasswordCost) =>
  madeOnce(() => hashPassword(randomBytes(32).toString('base64'), undefined, cost));
const hashesOfNobody = { full: makeHashOfNobody('full'), least: makeHashOfNobody('least') };

const tagOf = async (
  password: string,
  salt: Buffer,
  { by, memory, passes, parallelism }: Record<keyof typeof costs.full, number> & { readonly by: Hashing | undefined },
): Promise<Buffer> => {
  const message = Buffer.from(password.normalize('NFKC'));
  const tag = await inTurn(
    () => deriveTag({ message, nonce: salt, memory, passes, parallelism, tagLength: tagBytes }),
    by && sharesOf(by),
  );
  return Buffer.from(tag);
};

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
