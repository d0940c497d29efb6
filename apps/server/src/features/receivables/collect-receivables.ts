import { amountOf, toDecimal, type FiatCode } from '@florin/money';
import type { Logger } from 'pino';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { digestUuid } from '../../platform/digest.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { Refusal } from '../../platform/refusal.ts';
import { lockMember } from '../identity/index.ts';
import { reduceReceivable, type OpenReceivable } from './end-receivable.ts';
import { receivablePaidKind } from './movements.ts';
import { postAvailable } from './post-available.ts';
import { paidPostings } from './postings.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly logger: Logger };
type Debtor = { readonly user_id: string; readonly currency: FiatCode };

/** The place of a receivable in the order of age. */
type Place = { readonly taken_at: string; readonly id: string };

const everySeconds = 1;
const atOnce = 100;

/** Schedules the job that collects receivables from money that arrives in wallets. */
export const scheduleReceivables = (dependencies: Dependencies) =>
  recurringJob(dependencies, 'collect-receivables', everySeconds, collectInTurn(dependencies));

/** Collects at most the 100 oldest receivables. The job collects all other receivables. */
export const collectReceivables = (dependencies: Dependencies, signal?: AbortSignal): Promise<void> =>
  collectInTurn(dependencies)(signal);

/**
 * Returns a function that collects the next 100 receivables by age at each call. After the last receivable, the
 * function begins again with the oldest. The next call continues even after a failure, so that members of a ledger that
 * is down do not delay other members.
 */
export function collectInTurn(dependencies: Dependencies): (signal?: AbortSignal) => Promise<void> {
  let place: Place | undefined;
  return async (signal) => {
    const owed = await openAfter(dependencies.pool, place);
    place = owed.length < atOnce ? undefined : owed.at(-1);
    await collect(dependencies, owed, signal);
  };
}

async function openAfter(pool: Pool, place: Place | undefined): Promise<(Debtor & Place)[]> {
  const { rows } = await pool.query<Debtor & Place>(
    `select user_id, currency, taken_at::text, id from taken_deposits
     where open > 0 and ($1::timestamptz is null or (taken_at, id) > ($1, $2::uuid))
     order by taken_deposits.taken_at, id limit $3`,
    [place?.taken_at ?? null, place?.id ?? null, atOnce],
  );
  return rows;
}

/**
 * Pays receivables from the available money in the wallets of their members, in the same currency and oldest first. The
 * money may come from deposits, received payments, released reservations or exchanges.
 */
async function collect(
  dependencies: Dependencies,
  owed: readonly Debtor[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const { ledger, logger } = dependencies;
  const debtors = [...new Map(owed.map((one) => [`${one.user_id} ${one.currency}`, one])).values()];
  const homes = await ledger.byLedger([...new Set(debtors.map((one) => one.user_id))]);
  // A ledger that is down does not stop the other ledgers.
  await forEachSettled([...homes.values()], async (members) => {
    for (const debtor of await withMoney(ledger, members, debtors)) {
      if (signal?.aborted) return;
      await collectFrom(dependencies, debtor).catch((error: unknown) => {
        if (!(error instanceof Refusal)) logger.error({ err: error, member: debtor.user_id }, 'a receivable is stuck');
      });
    }
  });
}

/** Returns the debtors of one ledger who have money in a currency in which they owe money. */
async function withMoney(ledger: Ledger, members: readonly string[], all: readonly Debtor[]): Promise<Debtor[]> {
  const [first] = members;
  if (first === undefined) return [];
  const own = new Set(members);
  const owing = all.filter((one) => own.has(one.user_id));
  const { rows } = await (
    await ledger.booksOf(first)
  ).query<Debtor>(
    `select owner as user_id, asset as currency from member_books.accounts
     join unnest($1::uuid[], $2::text[]) owing (owner, asset) using (owner, asset)
     where kind = 'wallet' and posted > held`,
    [owing.map((one) => one.user_id), owing.map(({ currency }) => currency)],
  );
  return rows;
}

async function collectFrom({ pool, ledger }: Dependencies, { user_id, currency }: Debtor): Promise<void> {
  const [wallet, receivables] = await Promise.all([
    ledger.walletId(user_id, currency),
    ledger.houseId('receivables', currency),
  ]);
  const payOne = (one: OpenReceivable, units: bigint): JournalEntry | undefined => {
    if (units <= 0n) return undefined;
    const left = one.open - units;
    return {
      key: digestUuid('receivable-paid', one.id, String(one.open)), // the open amount only falls
      requestHash: 0n,
      actor: user_id,
      kind: receivablePaidKind,
      metadata: { receivable: one.id, left: left === 0n ? undefined : toDecimal(amountOf(currency, left)) },
      postings: paidPostings(wallet, receivables, units),
    };
  };
  await transact(pool, async (tx) => {
    await lockMember(tx, user_id);
    const { rows } = await tx.query<OpenReceivable>(
      `select id, user_id, open from taken_deposits
       where user_id = $1 and currency = $2 and open > 0 order by taken_at, id for update`,
      [user_id, currency],
    );
    for (const one of rows) {
      const paid = await postAvailable(tx, ledger, { owner: user_id, wallet, most: one.open }, (units) =>
        payOne(one, units),
      );
      if (paid === undefined) return;
      await reduceReceivable(tx, one, { units: paid, ending: 'paid' });
    }
  });
}
