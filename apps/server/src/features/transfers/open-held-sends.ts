import type { FiatCode } from '@florin/money';
import type { EntryMetadata, Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';

/** A row of `held_sends`. */
export type WrittenSend = { readonly key: string; readonly sender_id: string; readonly invitee_id: string };

type Reservation = {
  readonly key: string;
  readonly invitee: string;
  readonly hold: bigint;
  readonly asset: FiatCode;
  readonly recorded_at: Date;
  readonly metadata: EntryMetadata;
};

type Reservations<Send> = {
  /** Oldest first. */
  readonly open: readonly (Reservation & { readonly send: Send })[];
  /** The error of a ledger that is down. The sends of this ledger are left out. */
  readonly failure: unknown;
};

/**
 * Returns the sends among the given ones whose money is reserved and can be claimed. The ledger's entry decides,
 * because the row of a rejected or raced key may name an invitee who gets nothing. Each ledger is asked separately, so
 * that a ledger that is down does not delay the others.
 */
export async function openAmong<Send extends WrittenSend>(
  ledger: Pick<Ledger, 'byLedger' | 'booksOf'>,
  sends: readonly Send[],
): Promise<Reservations<Send>> {
  const bySender = Map.groupBy(sends, (send) => send.sender_id);
  const open: (Reservation & { readonly send: Send })[] = [];
  let failure: unknown;
  for (const [first, ...others] of (await ledger.byLedger([...bySender.keys()])).values()) {
    if (first === undefined) continue;
    const own = [first, ...others].flatMap((sender) => bySender.get(sender) ?? []);
    try {
      const found = await reservationsOf(await ledger.booksOf(first), own);
      open.push(...own.flatMap((send) => found.filter(isOf(send)).map((one) => ({ ...one, send }))));
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      failure = error;
    }
  }
  return { open: open.toSorted((a, b) => +a.recorded_at - +b.recorded_at), failure };
}

const isOf = (send: WrittenSend) => (one: Reservation) => one.key === send.key && one.invitee === send.invitee_id;

async function reservationsOf(books: Queryable, sends: readonly WrittenSend[]): Promise<Reservation[]> {
  const { rows } = await books.query<Reservation>(
    `select e.key, e.metadata ->> 'recipient' as invitee, h.id as hold, a.asset, e.recorded_at, e.metadata
     from member_books.entries e
     join member_books.holds h on h.id = e.id and h.ended_by is null and h.expires_at > now()
     join member_books.accounts a on a.id = h.account_id
     where e.key = any ($1)`,
    [sends.map(({ key }) => key)],
  );
  return rows;
}
