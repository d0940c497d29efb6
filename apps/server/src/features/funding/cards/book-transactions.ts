import type { RefusalCode } from '@florin/contract';
import type { Logger } from 'pino';
import type { Ledger } from '../../../ledger/index.ts';
import { transact } from '../../../platform/database/transact.ts';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { MoneySource } from '../../../providers/card-processor/card-processor.ts';
import { chargeOfPayment, chargesOf, type Charge } from '../charge-store.ts';
import type { CardDependencies } from './card-progress.ts';
import { checkCharge, checkNamed, type Finish } from './check-payment.ts';
import { openReading } from './open-reading.ts';
import { entriesOf } from './transaction-entries.ts';
import {
  lockUnbooked,
  markBooked,
  readingOf,
  storePayout,
  storeReadUntil,
  storeTransactions,
  unbookedTransactions,
  type UnbookedTransaction,
} from './transaction-store.ts';

export type BookingDependencies = CardDependencies & Finish & { readonly ledger: Ledger; readonly logger: Logger };

/** A movement may appear in the processor's list later than its time says. */
const overlapMs = 60 * 60_000;
const atOnce = 500;

/**
 * Reads the movements on the balance at the card processor and books each once. `card-clearing` is thus minus the
 * balance at the processor, whichever events arrived. The balance at the first reading belongs to the owners.
 */
export async function bookNewTransactions(dependencies: BookingDependencies, signal?: AbortSignal): Promise<void> {
  const { pool, cards } = dependencies;
  const { openedAt, readUntil } = (await readingOf(pool)) ?? (await openReading(dependencies));
  const from = new Date(Math.max(openedAt.getTime(), readUntil.getTime() - overlapMs));
  const found = await cards.transactionsSince(from);
  await storeTransactions(
    pool,
    found.filter(({ at }) => at >= openedAt),
  );
  const last = found.at(-1);
  if (last) await storeReadUntil(pool, last.at);
  await bookStored(dependencies, signal);
}

/** Books the movements of a refund or dispute that an event names. */
export async function bookTransactionsOf(dependencies: BookingDependencies, source: MoneySource): Promise<void> {
  const { pool, cards } = dependencies;
  const { openedAt } = (await readingOf(pool)) ?? (await openReading(dependencies));
  const found = await cards.transactionsOf(source);
  await storeTransactions(
    pool,
    found.filter(({ at }) => at >= openedAt),
  );
  await bookStored(dependencies);
}

const bookStored = async (dependencies: BookingDependencies, signal?: AbortSignal) =>
  forEachSettled(
    await unbookedTransactions(dependencies.pool, atOnce),
    (transaction) => book(dependencies, transaction),
    signal,
  );

/**
 * Books one movement. Skips a movement whose charge is in progress, or whose refund waits for a dispute. The next run
 * reads a skipped movement again.
 */
async function book(dependencies: BookingDependencies, transaction: UnbookedTransaction): Promise<void> {
  const { kind, source, paymentId } = transaction;
  if (kind === 'payout' && source !== undefined)
    await storePayout(dependencies.pool, await dependencies.cards.payout(source));
  if (kind === 'other') dependencies.logger.warn({ transaction: transaction.id }, 'other money moved at the processor');
  try {
    const charge = paymentId === undefined ? undefined : await chargeOf(dependencies, paymentId);
    if (charge && charge.state !== 'posted' && charge.state !== 'refunded') return;
    await post(dependencies, transaction, { charge, isClosed: false }).catch(async (error: unknown) => {
      if (!isRefusal(error, 'account_closed')) throw error;
      await post(dependencies, transaction, { charge, isClosed: true });
    });
  } catch (error) {
    if (!isRefusal(error, 'busy')) throw error;
  }
}

const isRefusal = (error: unknown, code: RefusalCode) => error instanceof Refusal && error.code === code;

type About = { readonly charge: Charge | undefined; readonly isClosed: boolean };

async function post(dependencies: BookingDependencies, transaction: UnbookedTransaction, about: About): Promise<void> {
  const { pool, ledger } = dependencies;
  const { taking, entries } = await entriesOf(ledger, transaction, about);
  await transact(pool, async (tx) => {
    if (!(await lockUnbooked(tx, transaction.id))) return;
    await taking?.(tx, entries);
    await ledger.lockWithin(tx, entries);
    for (const entry of entries) await ledger.postWithin(tx, entry, {});
    await markBooked(tx, transaction.id);
  });
}

/**
 * Returns the charge of a payment after all due steps. Refunds a payment of this server that its database does not
 * know, for example after a restored backup.
 */
async function chargeOf(dependencies: BookingDependencies, paymentId: string): Promise<Charge | undefined> {
  const { pool, cards, logger } = dependencies;
  const known = await chargeOfPayment(pool, paymentId);
  if (known) return (await checkCharge(dependencies, known)).charge;
  const reference = await cards.referenceOf(paymentId);
  if (reference === undefined) return undefined;
  const [charge] = isUuid(reference) ? await chargesOf(pool, [reference]) : [];
  if (charge) return (await checkNamed(dependencies, charge, paymentId)).charge;
  logger.error({ payment: paymentId }, 'a card payment is not in the database and is refunded');
  await cards.refund({ reference, paymentId });
  return undefined;
}
