import type { PayoutScheme } from '@florin/contract';
import { add, formatAmount } from '@florin/money';
import { uuidv7 } from 'uuidv7';
import type { Ledger } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { isUniqueViolation, transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { OperatorAccount } from '../../../providers/bank/bank.ts';
import { holdOfId } from '../../activity/index.ts';
import { recordAct } from '../../audit/index.ts';
import { assertStillSignedIn, type SignedIn } from '../../identity/index.ts';
import type { NameChecks } from '../screen-payers.ts';
import { assertNotListed } from './assert-not-listed.ts';
import { notPossible } from './not-possible.ts';
import { amountOfPayable, openPayables, type OrderedPayout, type Payable } from './payable.ts';
import { lineOfId, lockReturns } from './payer-returns.ts';
import { paymentFile } from './payment-file.ts';
import { nachaReference } from './payout-ids.ts';
import { missingFor, schemesOf } from './schemes.ts';

export type PayoutDependencies = NameChecks & {
  /** The databases of further ledgers. */
  readonly ledgers?: readonly Pool[] | undefined;
  readonly ledger: Pick<Ledger, 'booksOfEntry'>;
  readonly vault: Vault;
  readonly operatorAccounts: readonly OperatorAccount[];
  readonly callBackSeconds: number;
};

/** A signed-in operator, and the address of the request. */
export type ByOperator = {
  readonly operator: Pick<SignedIn, 'id' | 'email' | 'sessionId'>;
  readonly ip?: string | undefined;
};

type Asked = { readonly account: string; readonly scheme: PayoutScheme; readonly payouts: readonly string[] };

/**
 * Proposes a payment batch, and returns its id. The file is written as a trial, to reject a batch now that the bank
 * would refuse later.
 *
 * Errors: `payout_not_ready` if a payout was canceled, returned, or is in another batch; `batch_not_possible` with the
 * reason; `second_operator_required` for an own withdrawal; `name_on_list`; `not_signed_in`.
 */
export async function makeBatch(
  dependencies: PayoutDependencies,
  by: ByOperator,
  { account: name, scheme, payouts }: Asked,
): Promise<string> {
  const { pool, operatorAccounts, callBackSeconds } = dependencies;
  const account = operatorAccounts.find(({ id }) => id === name);
  if (!account) throw notPossible('This account is not in the file of FLORIN_CONFIG.');
  if (!schemesOf(account).includes(scheme))
    throw notPossible(missingFor(account) ?? 'This account cannot pay in this scheme.');
  const ids = [...new Set(payouts)];
  const holds = ids.flatMap((id) => holdOfId(id) ?? []);
  const lines = ids.flatMap((id) => lineOfId(id) ?? []);
  const payables = await openPayables(dependencies, { callBackSeconds, holds, lines });
  if (payables.length !== ids.length) throw notReady();
  assertPayable(payables, account, by);
  await assertNotListed(dependencies, payables);
  const id = uuidv7();
  const ordered = payables.map((pays) => ({ id: uuidv7(), pays }));
  await paymentFile(dependencies, { id, scheme, account, at: new Date() }, ordered);
  try {
    await transact(pool, async (tx) => {
      await assertStillSignedIn(tx, by.operator); // a batch would outlive a password reset
      await insertBatch(tx, { id, account, scheme, by, payouts: ordered });
      await recordAct(tx, {
        ...by,
        did: 'Proposed payment batch',
        on: `${payables.length === 1 ? '1 payout' : `${payables.length} payouts`}, ${sumText(payables)}`,
      });
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw notReady();
    throw error;
  }
  return id;
}

function assertPayable(
  payables: readonly Payable[],
  { id, currency }: OperatorAccount,
  { operator }: ByOperator,
): void {
  if (payables.some((pays) => amountOfPayable(pays).asset !== currency))
    throw notPossible(`All payouts of this batch must be in ${currency}.`);
  const other = payables.find((pays) => pays.kind === 'return' && pays.back.account !== id);
  if (other?.kind === 'return')
    throw notPossible(
      `Money is returned from the account that received it. Pay ${other.back.payer} from ${other.back.account}.`,
    );
  if (payables.some((pays) => pays.kind === 'withdrawal' && pays.order.userId === operator.id))
    throw new Refusal('second_operator_required', 'One of these is your own withdrawal. Another operator must pay it.');
}

type NewBatch = {
  readonly id: string;
  readonly account: OperatorAccount;
  readonly scheme: PayoutScheme;
  readonly by: ByOperator;
  readonly payouts: readonly OrderedPayout[];
};

async function insertBatch(tx: Queryable, { id, account, scheme, by, payouts }: NewBatch): Promise<void> {
  const isNacha = scheme === 'nacha';
  await tx.query(
    `insert into payment_batches (id, account, scheme, state, made_by, reference)
     values ($1, $2, $3, 'proposed', $4, $5)`,
    [id, account.id, scheme, by.operator.id, isNacha ? nachaReference('B', id) : null],
  );
  const lines = payouts.flatMap(({ pays }) => (pays.kind === 'return' ? [pays.back.line] : []));
  if ((await lockReturns(tx, lines)).length !== lines.length) throw notReady();
  await tx.query(
    `insert into payouts (id, batch_id, hold, user_id, line_id, amount, state, reference)
     select id, $1, hold, user_id, line_id, amount, 'batched', reference
     from unnest($2::uuid[], $3::bigint[], $4::uuid[], $5::bigint[], $6::numeric[], $7::text[])
       o (id, hold, user_id, line_id, amount, reference)`,
    [
      id,
      payouts.map((payout) => payout.id),
      payouts.map(({ pays }) => (pays.kind === 'withdrawal' ? pays.order.hold : null)),
      payouts.map(({ pays }) => (pays.kind === 'withdrawal' ? pays.order.userId : null)),
      payouts.map(({ pays }) => (pays.kind === 'return' ? pays.back.line : null)),
      payouts.map(({ pays }) => amountOfPayable(pays).units),
      payouts.map((payout) => (isNacha ? nachaReference('P', payout.id) : null)),
    ],
  );
  if (isNacha) await numberEntries(tx, id, account.nacha?.odfi_routing ?? '');
}

/**
 * Numbers the entries of a file. The numbers start again after ten million, and one number stays free for a balancing
 * entry.
 */
async function numberEntries(tx: Queryable, batch: string, odfi: string): Promise<void> {
  await tx.query(
    `update payouts set trace = left($2, 8) || lpad((number % 9999998 + 1)::text, 7, '0') where batch_id = $1`,
    [batch, odfi],
  );
}

function sumText(payables: readonly Payable[]): string {
  const [first, ...rest] = payables.map(amountOfPayable);
  return first ? formatAmount(rest.reduce(add, first)) : 'nothing';
}

function notReady(): never {
  throw new Refusal('payout_not_ready', 'A payout was canceled or is in another batch. Load the list again.');
}
