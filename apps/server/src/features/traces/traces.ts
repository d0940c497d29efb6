import { limitAsset, usedIn, ever, type JournalEntry, type Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { digestUuid } from '../../platform/digest.ts';
import type { KeyedDigest } from '../../platform/keyed-digest.ts';

export type Traces = ReturnType<typeof openTraces>;

/** The limit kinds, with the names that their own slices use. */
export type LimitKinds = { readonly outflow: string; readonly purchases: string };

/** Access to the verifications, which the slice kyc stores. */
export type Verifications = {
  /** Returns the time of the member's last denial; null if there is none. */
  readonly lastDenial: (tx: Queryable, memberId: string) => Promise<Date | null>;
  /** Records the earlier denial for the new account. The reasons of the denial were deleted. */
  readonly recordDenial: (tx: Queryable, memberId: string, deniedAt: Date) => Promise<void>;
};

type Dependencies = {
  readonly ledger: Ledger;
  readonly digestOf: KeyedDigest;
  readonly kinds: LimitKinds;
  readonly verifications: Verifications;
};

const carriedKind = 'limits-carried';
/** Carried usage has no limit, because it may exceed the limits of the new account. */
const noLimit = 10n ** 18n;

type Trace = { outflow: bigint; purchases: bigint; denied_at: Date | null };

/**
 * Opens the store of traces. A trace stays when an account closes or gives up an address. The trace keeps the used part
 * of the monthly limits and a denied verification. Each trace is stored under a keyed digest of the address
 * (docs/decisions/0057).
 */
export function openTraces({ ledger, digestOf, kinds, verifications }: Dependencies) {
  const digestOfAddress = (email: string) => digestOf('address', email);

  return {
    /**
     * Leaves a trace of the addresses. Runs in the transaction that closes the account or gives up the address, after
     * its last posting.
     */
    async leave(tx: Queryable, memberId: string, emails: readonly string[]): Promise<void> {
      const usage = (await ledger.usageOf([memberId], kinds.outflow, tx)).get(memberId);
      const outflow = usage ? usedIn(usage, usage.month) : 0n;
      const books = await ledger.booksWithin(tx, memberId);
      const { rows } = await books.query<{ purchases: bigint }>(
        `select -posted as purchases from member_books.accounts
         where owner = $1 and kind = $2 and asset = $3 and slot = to_char(now() at time zone 'UTC', 'YYYY-MM')`,
        [memberId, kinds.purchases, limitAsset],
      );
      const purchases = rows[0]?.purchases ?? 0n;
      const deniedAt = await verifications.lastDenial(tx, memberId);
      if (outflow <= 0n && purchases <= 0n && deniedAt === null) return;
      for (const email of new Set(emails))
        await tx.query(
          `insert into address_traces as t (digest, month, outflow, purchases, denied_at)
           values ($1, to_char(now() at time zone 'UTC', 'YYYY-MM'), $2, $3, $4)
           on conflict (digest) do update set
             outflow = case when t.month = excluded.month then greatest(t.outflow, excluded.outflow) else excluded.outflow end,
             purchases = case when t.month = excluded.month then greatest(t.purchases, excluded.purchases) else excluded.purchases end,
             denied_at = greatest(t.denied_at, excluded.denied_at),
             month = excluded.month`,
          [await digestOfAddress(email), atLeastZero(outflow), atLeastZero(purchases), deniedAt],
        );
    },

    /** Applies the trace of an address to a new account. Runs in the transaction that opens the account. */
    async takeUp(tx: Queryable, member: { readonly id: string; readonly email: string }): Promise<void> {
      const trace = await traceOf(tx, member.email);
      if (!trace) return;
      if (trace.denied_at) await verifications.recordDenial(tx, member.id, trace.denied_at);
      const entry = carriedEntry(member.id, trace);
      if (entry.draws?.length) await ledger.postWithin(tx, entry, {});
    },

    /**
     * Applies a denied verification to an account that its address's owner takes over. The used limits already apply
     * since sign-up.
     */
    async takeUpDenial(tx: Queryable, member: { readonly id: string; readonly email: string }): Promise<void> {
      const trace = await traceOf(tx, member.email);
      if (trace?.denied_at) await verifications.recordDenial(tx, member.id, trace.denied_at);
    },
  };

  async function traceOf(tx: Queryable, email: string): Promise<Trace | undefined> {
    const { rows } = await tx.query<Trace>(
      `select case when month = to_char(now() at time zone 'UTC', 'YYYY-MM') then outflow else 0 end as outflow,
              case when month = to_char(now() at time zone 'UTC', 'YYYY-MM') then purchases else 0 end as purchases,
              denied_at
       from address_traces where digest = $1`,
      [await digestOfAddress(email)],
    );
    return rows[0];
  }

  function carriedEntry(owner: string, { outflow, purchases }: Trace): JournalEntry {
    const draws = [
      { owner, kind: kinds.outflow, slot: ever, units: BigInt(outflow), limit: noLimit },
      { owner, kind: kinds.purchases, slot: '@month', units: BigInt(purchases), limit: noLimit },
    ];
    return {
      key: digestUuid(carriedKind, owner),
      requestHash: 0n,
      actor: owner,
      kind: carriedKind,
      metadata: {},
      postings: [],
      draws: draws.filter(({ units }) => units > 0n),
    };
  }
}

const atLeastZero = (units: bigint) => (units > 0n ? units : 0n);
