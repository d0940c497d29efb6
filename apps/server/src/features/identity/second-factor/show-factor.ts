import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Member } from '../member.ts';
import type { PasswordCost } from '../password.ts';
import { mailSecurityNews } from '../security-mails.ts';
import { beginGuess, patienceLeft, recordFailure, recordSuccess } from '../throttle.ts';
import { takeCode } from './authenticator.ts';
import { takeRecoveryCode } from './recovery-codes.ts';

export type FactorDependencies = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly rateLimits: boolean;
  readonly throttleFactor?: number | undefined;
  readonly passwordCost?: PasswordCost;
};

type Showing = {
  readonly code: string;
  readonly ip: string;
  /** What a wrong one counts against (`throttle.ts`). */
  readonly countedFor: string;
};

/**
 * A member shows a code of the app, or one of the recovery codes. Refusals: `second_factor_wrong`, also for one that was
 * used; `too_many_requests`.
 */
export async function showFactor(
  dependencies: FactorDependencies,
  { id, email, twoFactor }: Pick<Member, 'id' | 'email' | 'twoFactor'>,
  showing: Showing,
): Promise<void> {
  const { pool, vault } = dependencies;
  await guessed(dependencies, showing, async (code) => {
    // A secret that was never turned on proves nothing.
    if (isOfApp(code)) return twoFactor ? takeCode(pool, vault, id, code) : undefined;
    return transact(pool, async (tx) => {
      const taken = await takeRecoveryCode(tx, id, code);
      if (taken) await mailSecurityNews(tx, email, 'recoveryCodeUsed');
      return taken || undefined;
    });
  });
}

/** The same with a code of the app only. Says which step's it was. */
export const showAppCode = (dependencies: FactorDependencies, id: string, showing: Showing): Promise<bigint> =>
  guessed(dependencies, showing, async (code) =>
    isOfApp(code) ? takeCode(dependencies.pool, dependencies.vault, id, code) : undefined,
  );

const isOfApp = (code: string) => /^\d{6}$/.test(code);

/** A code that is wrong is counted like a password that is, and its sentence says how many more are looked at. */
async function guessed<Taken>(
  { pool, rateLimits, throttleFactor }: FactorDependencies,
  { code, ip, countedFor }: Showing,
  take: (code: string) => Promise<Taken | undefined>,
): Promise<Taken> {
  const attempt = { factorOf: countedFor, ip, throttleFactor };
  if (rateLimits) await beginGuess(pool, attempt);
  const taken = await take(code.replaceAll(/[\s-]/g, '').toLowerCase());
  if (taken === undefined) {
    await recordFailure(pool, attempt);
    throw wrongCode(rateLimits ? await patienceLeft(pool, attempt) : undefined);
  }
  await recordSuccess(pool, attempt);
  return taken;
}

function wrongCode(left: { readonly tries: number; readonly seconds: number } | undefined): Refusal {
  const sentence = ['This code is not right, or was used already.', ...(left ? [leftText(left)] : [])].join(' ');
  return new Refusal('second_factor_wrong', sentence, { fields: { code: sentence } });
}

const leftText = ({ tries, seconds }: { tries: number; seconds: number }): string =>
  tries > 0
    ? `${counted(tries, 'try', 'tries')} left.`
    : `The next one has to wait ${
        seconds <= 60 ? counted(Math.max(seconds, 1), 'second') : counted(Math.ceil(seconds / 60), 'minute')
      }.`;

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
