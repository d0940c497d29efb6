import { fiatCodes } from '@florin/money';
import { uuidv7 } from 'uuidv7';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { isUniqueViolation, transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Traces } from '../traces/index.ts';
import { mailConfirmation } from './mail-confirmation.ts';
import { dummyHash, type PasswordCost } from './password/hash-password.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly publicUrl: string;
  readonly traces: Traces;
  readonly emailConfirmation: boolean;
  readonly passwordCost?: PasswordCost;
};

/**
 * Opens the account of a business with its wallets. The account has no password: people act for it. Refusals:
 * `email_taken`.
 *
 * @param within runs in the same transaction, after the account exists
 */
export async function openBusinessAccount(
  { pool, ledger, publicUrl, traces, emailConfirmation, passwordCost }: Dependencies,
  { name, email }: { readonly name: string; readonly email: string },
  within: (tx: Queryable, id: string) => Promise<void>,
): Promise<string> {
  const id = uuidv7();
  const unusableHash = await dummyHash(passwordCost);
  await transact(pool, async (tx) => {
    await assertFree(tx, email);
    await insertAccount(tx, { id, name, email, unusableHash, confirmed: !emailConfirmation });
    if (emailConfirmation) await mailConfirmation(tx, publicUrl, { id, email });
    await traces.takeUp(tx, { id, email });
    await within(tx, id);
  });
  await Promise.all(fiatCodes.map((code) => ledger.walletId(id, code)));
  return id;
}

type Account = { id: string; name: string; email: string; unusableHash: string; confirmed: boolean };

/** The address of a person or another business could never be confirmed. */
async function assertFree(tx: Queryable, email: string): Promise<void> {
  const { rowCount } = await tx.query('select from addresses where email = $1', [email]);
  if (rowCount !== 0) throw emailTaken();
}

const emailTaken = () => new Refusal('email_taken', 'Choose another address for this business.');

async function insertAccount(tx: Queryable, { id, name, email, unusableHash, confirmed }: Account): Promise<void> {
  try {
    await tx.query(
      `insert into users (id, kind, email, name, password_hash, kyc_level, email_confirmed_at)
       values ($1, 'business', $2, $3, $4, case when $5 then 1 else 0 end, case when $5 then now() end)`,
      [id, email, name, unusableHash, confirmed],
    );
  } catch (error) {
    throw isUniqueViolation(error) ? emailTaken() : error;
  }
}
