import type { Policy } from '@florin/contract';
import type { Amount, FiatCode } from '@florin/money';
import type { EntryMetadata, JournalEntry, Ledger } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Command } from '../../../platform/http/route.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct } from '../../audit/index.ts';
import {
  frozenPayee,
  propose,
  proposedBefore,
  type Carrier,
  type Proposal,
  type Proposed,
} from '../../proposals/index.ts';
import { allocatedPostings } from '../postings.ts';
import { needsSecond } from './desk-line.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly policy: Policy };
type Asked = { readonly email: string; readonly reason: string };

type Payee = { readonly id: string; readonly name: string; readonly frozen: boolean };

/** Unallocated money that operators can credit to a member. */
export type Creditable = {
  readonly amount: Amount<FiatCode>;
  readonly about: Proposed['about'];
  /** The details in the audit trail. */
  readonly text: string;
  /** The act in the audit trail. */
  readonly did: string;
  /** The key of the entry that credits the money. */
  readonly key: string;
  /** The keys of entries that credited the money before it was taken back. */
  readonly earlierKeys: readonly string[];
  readonly kind: string;
  readonly metadata: EntryMetadata;
  /** Errors: `line_not_unallocated`. */
  readonly assertOpen: () => void;
  /** Errors: `name_on_list`. */
  readonly assertNotListed: () => Promise<void>;
  /**
   * Marks the money as the member's. The row's lock lets only one of several operators credit the money. Errors:
   * `line_not_unallocated`.
   */
  readonly mark: (tx: Queryable, userId: string) => Promise<void>;
};

/**
 * Credits unallocated money to a member, or proposes it if the amount needs a second operator.
 *
 * Errors: those of the money; `user_not_found`; `account_frozen`; `second_operator_required` for the operator's own
 * account; `proposal_open`; and the ledger's.
 *
 * @param find throws `line_not_found` if there is no such money
 */
export async function credit(
  { pool, ledger, policy }: Dependencies,
  find: () => Promise<Creditable>,
  { by, command, email, reason }: Asked & { readonly by: Proposed['by']; readonly command: Command },
): Promise<Proposal | undefined> {
  const before = await proposedBefore(pool, command);
  if (before) return before;
  const payee = await payeeByEmail(pool, email);
  if (payee.id === by.operator.id)
    throw new Refusal('second_operator_required', 'This is your own account. Another operator must handle it.');
  const money = await find();
  const { about, did, text } = money;
  if (await wasCreditedBy(pool, money, command)) return undefined;
  money.assertOpen();
  await money.assertNotListed();
  if (needsSecond(policy, money)) return propose(pool, { by, command, about, memberId: payee.id, reason, on: text });
  const entry = await entryOf(ledger, money, payee.id, command.key);
  await transact(pool, async (tx) => {
    await creditWithin(tx, ledger, { money, payee, entry });
    await recordAct(tx, { ...by, did, member: payee.id, on: `${text}: ${reason}` });
  });
  return undefined;
}

/** Carries out an approved proposal to credit this money. */
export async function carryCredit(
  { pool, ledger }: Omit<Dependencies, 'policy'>,
  money: Creditable,
  memberId: string,
): ReturnType<Carrier> {
  const payee = await payeeById(pool, memberId);
  await money.assertNotListed();
  const entry = await entryOf(ledger, money, payee.id, undefined);
  return { carryOut: (tx) => creditWithin(tx, ledger, { money, payee, entry }) };
}

/** Marks the money before it posts. */
async function creditWithin(
  tx: Queryable,
  ledger: Ledger,
  { money, payee, entry }: { readonly money: Creditable; readonly payee: Payee; readonly entry: JournalEntry },
): Promise<void> {
  if (payee.frozen) throw new Refusal('account_frozen', frozenPayee);
  await money.mark(tx, payee.id);
  await ledger.postWithin(tx, entry, {});
}

async function entryOf(
  ledger: Ledger,
  { amount, key, kind, metadata }: Creditable,
  userId: string,
  command: string | undefined,
): Promise<JournalEntry> {
  const [unallocated, wallet] = await Promise.all([
    ledger.houseId('unallocated', amount.asset),
    ledger.walletId(userId, amount.asset),
  ]);
  return {
    key,
    requestHash: 0n,
    actor: userId,
    kind,
    metadata: { ...metadata, command },
    postings: allocatedPostings(unallocated, wallet, amount.units),
  };
}

/** Returns whether this command credited the money before, and its answer was lost. */
async function wasCreditedBy(pool: Pool, { key, earlierKeys }: Creditable, command: Command): Promise<boolean> {
  const { rows } = await pool.query(`select from books.entries where key = any ($1) and metadata ->> 'command' = $2`, [
    [...earlierKeys, key],
    command.key,
  ]);
  return rows.length > 0;
}

const payeeColumns = 'p.id, p.name, p.disabled_at is not null as frozen from people p';

async function payeeByEmail(pool: Pool, email: string): Promise<Payee> {
  const { rows } = await pool.query<Payee>(
    `select ${payeeColumns} where p.email = $1 and p.closed_at is null and p.email_confirmed_at is not null`,
    [email],
  );
  return rows[0] ?? noUser();
}

async function payeeById(pool: Pool, id: string): Promise<Payee> {
  const { rows } = await pool.query<Payee>(`select ${payeeColumns} where p.id = $1 and p.closed_at is null`, [id]);
  return rows[0] ?? noUser();
}

function noUser(): never {
  throw new Refusal('user_not_found', 'No open account has this address.');
}
