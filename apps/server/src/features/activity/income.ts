import { fiatCodes, type FiatCode } from '@florin/money';
import { returnedKind, type AccountId, type Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Member, People, Person } from '../identity/index.ts';
import type { MovementKind } from './movement.ts';
import { lastBefore, type Period } from './wallet-period.ts';

/** A payer's payments in a UTC month, less the member's returns in that month, in the currency's smallest unit. */
export type MonthIncome = { readonly month: string; readonly units: bigint };

type Dependencies = {
  readonly ledger: Ledger;
  readonly people: People;
  readonly movements: readonly MovementKind[];
};

/** Reads the payers of a member and the amounts that they paid. */
export function incomeReader({ ledger, people, movements }: Dependencies) {
  const payments = movements.filter(({ credit }) => credit === 'receive').map(({ kind }) => kind);
  const kinds = { payments, returns: payments.map(returnedKind) };
  return {
    /**
     * Returns the payers of the newest payments into each wallet, with the wallets. A held send has no other payer if
     * its address became the member's own address.
     */
    async payers(member: Member): Promise<{ readonly person: Person; readonly currencies: FiatCode[] }[]> {
      const accounts = await Promise.all(fiatCodes.map((code) => ledger.walletId(member.id, code)));
      const all = await payersOf(await ledger.booksOf(member.id), accounts, kinds);
      const found = all.filter(({ payer }) => payer !== member.id);
      const known = await people.byIds(member.id, [...new Set(found.map(({ payer }) => payer))]);
      return [...known.values()].map((person) => ({
        person,
        currencies: fiatCodes.filter((_, place) =>
          found.some(({ account, payer }) => payer === person.id && account === accounts[place]),
        ),
      }));
    },

    /** Returns the income from one payer in one wallet, oldest month first. Months without payments are absent. */
    async income(member: Member, payer: string, currency: FiatCode, period: Period): Promise<MonthIncome[]> {
      const account = await ledger.walletId(member.id, currency);
      return monthlyIncome(await ledger.booksOf(member.id), { account, payer, kinds }, period);
    },
  };
}

/** The kinds of entries that pay another member, and the kinds that return such a payment to its payer. */
type PaymentKinds = { readonly payments: readonly string[]; readonly returns: readonly string[] };

/** A plain send stores no sender in its metadata, because the entry's actor is the sender. */
const senderOf = `coalesce(e.metadata ->> 'sender', e.actor::text)`;

/**
 * Sums completed payments without fees. Subtracts repaid amounts, so that the same money cannot count twice. Postings
 * are numbered in the order of time, so the period is a range of numbers.
 */
async function monthlyIncome(
  database: Queryable,
  { account, payer, kinds }: { readonly account: AccountId; readonly payer: string; readonly kinds: PaymentKinds },
  { from, to }: Period,
): Promise<MonthIncome[]> {
  const [before = 0n, last = 0n] = await lastBefore(database, account, [from, to]);
  const { rows } = await database.query<MonthIncome>(
    `select to_char(e.recorded_at at time zone 'UTC', 'YYYY-MM') as month, sum(part.amount) as units
     from member_books.postings p join member_books.entries e on e.id = p.entry_id
     cross join lateral (
       select p.amount where p.amount > 0 and e.kind = any ($5) and ${senderOf} = $4
       union all
       select p.amount - sign(p.amount) * coalesce((e.metadata ->> 'fee')::numeric, 0)
       where e.metadata ->> 'recipient' = $4 and e.kind = any (case when p.amount < 0 then $5 else $6 end::text[])
     ) part (amount)
     where p.account_id = $1 and p.seq > $2 and p.seq <= $3
     group by 1 order by 1`,
    [account, before, last, payer, kinds.payments, kinds.returns],
  );
  return rows;
}

/** At most 10,000 payments into each account are read. */
async function payersOf(
  database: Queryable,
  accounts: readonly AccountId[],
  { payments }: PaymentKinds,
): Promise<{ readonly account: AccountId; readonly payer: string }[]> {
  const { rows } = await database.query<{ account: AccountId; payer: string }>(
    `select distinct wallet.account, line.payer from unnest($1::bigint[]) wallet (account),
     lateral (
       select ${senderOf} as payer from member_books.postings p join member_books.entries e on e.id = p.entry_id
       where p.account_id = wallet.account and p.amount > 0 and e.kind = any ($2)
       order by p.seq desc limit 10000
     ) line`,
    [accounts, payments],
  );
  return rows;
}
