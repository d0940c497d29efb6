import { toDecimal } from '@florin/money';
import { uuidv7 } from 'uuidv7';
import type { AccountId, JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { lockMember, recordChange, restrictMember } from '../identity/index.ts';
import { mailTaken } from './mails.ts';
import { depositTakenBackKind } from './movements.ts';
import { postAvailable } from './post-available.ts';
import { takenBackPostings, type TakingAccounts } from './postings.ts';
import type { Taking } from './taking.ts';

/** Returns the accounts for taking a deposit back. May open accounts, so call it before the transaction. */
export async function prepareTaking(
  ledger: Ledger,
  { userId, amount: { asset } }: Pick<Taking, 'userId' | 'amount'>,
  to: AccountId,
): Promise<TakingAccounts> {
  const [wallet, receivables] = await Promise.all([
    ledger.walletId(userId, asset),
    ledger.houseId('receivables', asset),
  ]);
  return { wallet, receivables, to };
}

/**
 * Takes a deposit back within the caller's transaction: the available money from the wallet, and the rest as a
 * receivable. The receivable restricts the account until it is paid. Notifies the member by mail and in the app. A
 * repeated key changes nothing. The ledger's accounts stay locked until the transaction ends, so take all other locks
 * first.
 *
 * @param following entries that the transaction posts afterwards
 *
 * Errors: those of the ledger.
 */
export async function takeBack(
  tx: Queryable,
  ledger: Ledger,
  taking: Taking,
  accounts: TakingAccounts,
  following: readonly JournalEntry[] = [],
): Promise<void> {
  const { userId, amount, cause } = taking;
  await lockMember(tx, userId); // deposits taken back and payments of one member run one after the other
  await ledger.lockWithin(tx, [withAllAccounts(taking, accounts), ...following]);
  const taken = await postAvailable(
    tx,
    ledger,
    { owner: userId, wallet: accounts.wallet, most: amount.units },
    (units) => entryOf(taking, accounts, units),
  );
  if (taken === undefined) return;
  const missing = amount.units - taken;
  await tx.query(
    `insert into taken_deposits (id, user_id, currency, amount, missing, open, cause) values ($1, $2, $3, $4, $5, $5, $6)`,
    [uuidv7(), userId, amount.asset, amount.units, missing, cause],
  );
  if (missing > 0n) await restrictMember(tx, userId);
  await mailTaken(tx, taking, { taken: { ...amount, units: taken }, missing: { ...amount, units: missing } });
  await recordChange(tx, [userId], 'notifications');
}

/**
 * Also names the receivable's account, so that it is locked before the wallet. Only some attempts to post name this
 * account.
 */
const withAllAccounts = (taking: Taking, accounts: TakingAccounts): JournalEntry => ({
  ...entryOf(taking, accounts, 0n),
  postings: takenBackPostings(accounts, { taken: 1n, missing: 1n }),
});

function entryOf(
  { key, userId, amount, cause, line, payer, command }: Taking,
  accounts: TakingAccounts,
  taken: bigint,
) {
  const missing = amount.units - taken;
  return {
    key,
    requestHash: 0n,
    actor: userId,
    kind: depositTakenBackKind,
    metadata: {
      line,
      payer,
      cause,
      command,
      deposit: toDecimal(amount),
      missing: missing === 0n ? undefined : toDecimal({ ...amount, units: missing }),
    },
    postings: takenBackPostings(accounts, { taken, missing }),
  } satisfies JournalEntry;
}
