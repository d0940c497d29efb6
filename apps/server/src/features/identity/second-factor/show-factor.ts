import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Member } from '../member.ts';
import type { PasswordCost } from '../password/hash-password.ts';
import { mailSecurityNews } from '../security-mails.ts';
import { startGuess, remainingTries, recordFailure, recordSuccess } from '../throttle.ts';
import { takeCode } from './authenticator.ts';
import { takeRecoveryCode } from './recovery-codes.ts';

export type FactorDependencies = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly rateLimits: boolean;
  readonly throttleFactor?: number | undefined;
  readonly passwordCost?: PasswordCost;
};

type EnteredCode = {
  readonly code: string;
  readonly ip: string;
  /** The key of the counter for wrong codes (`throttle.ts`). */
  readonly countedFor: string;
};

/**
 * Checks a code from the authenticator app or a recovery code. Refusals: `second_factor_wrong`, also for a used code;
 * `too_many_requests`.
 */
export async function showFactor(
  dependencies: FactorDependencies,
  { id, email, twoFactor }: Pick<Member, 'id' | 'email' | 'twoFactor'>,
  showing: EnteredCode,
): Promise<void> {
  const { pool, vault } = dependencies;
  await checkCode(dependencies, showing, async (code) => {
    // A code counts only if the authenticator was turned on.
    if (isOfApp(code)) return twoFactor ? takeCode(pool, vault, id, code) : undefined;
    return transact(pool, async (tx) => {
      const taken = await takeRecoveryCode(tx, id, code);
      if (taken) await mailSecurityNews(tx, email, 'recoveryCodeUsed');
      return taken || undefined;
    });
  });
}

/** Checks a code from the authenticator app and returns its step. */
export const showAppCode = (dependencies: FactorDependencies, id: string, showing: EnteredCode): Promise<bigint> =>
  checkCode(dependencies, showing, async (code) =>
    isOfApp(code) ? takeCode(dependencies.pool, dependencies.vault, id, code) : undefined,
  );

const isOfApp = (code: string) => /^\d{6}$/.test(code);

/** Counts a wrong code like a wrong password. The error states the number of attempts left. */
async function checkCode<Taken>(
  { pool, rateLimits, throttleFactor }: FactorDependencies,
  { code, ip, countedFor }: EnteredCode,
  take: (code: string) => Promise<Taken | undefined>,
): Promise<Taken> {
  const attempt = { factorOf: countedFor, ip, throttleFactor };
  if (rateLimits) await startGuess(pool, attempt);
  const taken = await take(code.replaceAll(/[\s-]/g, '').toLowerCase());
  if (taken === undefined) {
    await recordFailure(pool, attempt);
    throw wrongCode(rateLimits ? await remainingTries(pool, attempt) : undefined);
  }
  await recordSuccess(pool, attempt);
  return taken;
}

function wrongCode(left: { readonly tries: number; readonly seconds: number } | undefined): Refusal {
  const sentence = ['Incorrect or used code.', ...(left ? [remainingText(left)] : [])].join(' ');
  return new Refusal('second_factor_wrong', sentence, { fields: { code: sentence } });
}

const remainingText = ({ tries, seconds }: { tries: number; seconds: number }): string =>
  tries > 0
    ? `${pluralized(tries, 'try', 'tries')} left.`
    : `Try again in ${
        seconds <= 60 ? pluralized(Math.max(seconds, 1), 'second') : pluralized(Math.ceil(seconds / 60), 'minute')
      }.`;

const pluralized = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
