/** The sweep's names for its invariants. */
export const invariants = {
  running: `each posting's balance_after is the sum up to it`,
  asset: `postings are in the account's asset`,
  gap: 'postings are numbered 1 to seq without a gap',
  balance: `an account's balance is the sum of its postings`,
  held: 'held is the sum of the open holds',
  floor: 'no account is below its floor',
  belongs: 'postings and holds belong to an account',
  entry: 'each posting belongs to an entry',
  complete: 'each entry has all of its postings',
  zero: 'each entry sums to zero in each asset that is money',
  hold: 'a hold is opened and ended by an entry',
  quote: 'a quote is used by an entry',
} as const;

export type Tampering = {
  readonly title: string;
  /** Runs as the database owner, who can do anything. */
  readonly sql: string;
  /** Removes the constraints that would block the tampering. */
  readonly first?: string;
  readonly found: readonly string[];
  /** False for holds and quotes, which the sweep of new entries does not check. */
  readonly isOfPostings: boolean;
};

const someEntry = `(select max(entry_id) from books.postings where asset = 'BTC')`;
const lastOf = (account: string) =>
  `account_id = ${account} and seq = (select max(seq) from books.postings where account_id = ${account})`;
const someWallet = `(select max(account_id) from books.postings where asset = 'USD' and account_id > 0)`;
const openHold = `(select max(id) from books.holds where ended_by is null)`;

/** Every way to alter a row of the books. */
export const tamperings: readonly Tampering[] = [
  {
    title: 'a digit of a posting is changed',
    sql: `update ledger.postings set amount = amount + 1000 where ${lastOf(someWallet)}`,
    found: [invariants.zero, invariants.running],
    isOfPostings: true,
  },
  {
    title: 'two postings of an entry are changed so that they still balance',
    sql: `update ledger.postings set amount = amount + sign(amount) where asset = 'BTC' and entry_id = ${someEntry}`,
    found: [invariants.running],
    isOfPostings: true,
  },
  {
    title: 'a balance in history is changed',
    sql: `update ledger.postings set balance_after = balance_after + 1 where ${lastOf(someWallet)}`,
    found: [invariants.running],
    isOfPostings: true,
  },
  {
    title: 'two balances in history are changed by the same amount in opposite directions',
    sql: `update ledger.postings p set balance_after = balance_after + case p.seq when l.last then 1 else -1 end
          from (select account_id, max(seq) as last from books.postings group by account_id) l
          where p.account_id = ${someWallet} and l.account_id = p.account_id and p.seq > l.last - 2`,
    found: [invariants.running],
    isOfPostings: true,
  },
  {
    title: 'a posting and everything after it are changed together, with the account',
    sql: `with changed as (
            update ledger.postings set amount = amount + 1, balance_after = balance_after + 1 where ${lastOf(someWallet)}
            returning account_id
          )
          update ledger.accounts set posted = posted + 1 where id in (select account_id from changed)`,
    found: [invariants.zero],
    isOfPostings: true,
  },
  {
    title: 'a posting is put into another asset',
    sql: `update ledger.postings set asset = 'BTC' where ${lastOf(someWallet)}`,
    found: [invariants.zero, invariants.asset],
    isOfPostings: true,
  },
  {
    title: 'the last posting of an account is deleted',
    sql: `delete from ledger.postings where ${lastOf(someWallet)}`,
    found: [invariants.complete, invariants.zero, invariants.gap],
    isOfPostings: true,
  },
  {
    title: 'a posting before the last is deleted',
    sql: `delete from ledger.postings where account_id = ${someWallet}
            and seq = (select max(seq) - 1 from books.postings where account_id = ${someWallet})`,
    found: [invariants.complete, invariants.zero, invariants.running],
    isOfPostings: true,
  },
  {
    title: 'all postings of an account are deleted',
    sql: `delete from ledger.postings where account_id = ${someWallet}`,
    found: [invariants.complete, invariants.zero, invariants.gap],
    isOfPostings: true,
  },
  {
    title: 'all postings of an entry are deleted and its accounts are reset',
    sql: `with gone as (
            delete from ledger.postings where entry_id = (select max(entry_id) from books.postings)
            returning account_id, amount
          )
          update ledger.accounts a set posted = a.posted - g.amount, seq = a.seq - g.number
          from (select account_id, sum(amount) as amount, count(*) as number from gone group by account_id) g
          where a.id = g.account_id`,
    found: [invariants.complete],
    isOfPostings: false,
  },
  {
    title: 'an account’s sequence number is set back',
    sql: `update ledger.accounts set seq = seq - 1 where id = ${someWallet}`,
    found: [invariants.gap],
    isOfPostings: true,
  },
  {
    title: 'an account’s balance is raised',
    sql: `update ledger.accounts set posted = posted + 1 where id = ${someWallet}`,
    found: [invariants.balance],
    isOfPostings: true,
  },
  {
    title: 'a hold exceeds the balance of its wallet',
    first: 'alter table ledger.accounts drop constraint available_is_above_floor',
    sql: `with opened as (
            insert into ledger.holds (id, account_id, amount) select ${someEntry}, ${someWallet}, 1000000 returning *
          )
          update ledger.accounts a set held = a.held + o.amount from opened o where a.id = o.account_id`,
    found: [invariants.floor],
    isOfPostings: false,
  },
  {
    title: 'a hold names an unknown entry',
    sql: `update ledger.holds set id = -1 where id = ${openHold}`,
    found: [invariants.hold],
    isOfPostings: false,
  },
  {
    title: 'an account is deleted',
    sql: `delete from ledger.accounts where id = (select max(a.id) from books.accounts a
            where a.seq > 0 and not exists (select from books.holds h where h.account_id = a.id))`,
    found: [invariants.belongs],
    isOfPostings: true,
  },
  {
    title: 'an entry is deleted',
    sql: `delete from ledger.journal_entries where id = ${someEntry}`,
    found: [invariants.entry],
    isOfPostings: true,
  },
  {
    title: 'a held amount is changed',
    sql: `update ledger.accounts set held = held + 1 where id < 0`,
    found: [invariants.held],
    isOfPostings: false,
  },
  {
    title: 'an open hold is deleted',
    sql: `delete from ledger.holds where id = ${openHold}`,
    found: [invariants.held],
    isOfPostings: false,
  },
  {
    title: 'a hold is ended by an unknown entry',
    sql: `update ledger.holds set ended_by = 1 where id = (select max(id) from books.holds where ended_by is not null)`,
    found: [invariants.hold],
    isOfPostings: false,
  },
  {
    title: 'a quote use names another entry',
    sql: `update ledger.quote_uses set entry_id = 1`,
    found: [invariants.quote],
    isOfPostings: false,
  },
];
