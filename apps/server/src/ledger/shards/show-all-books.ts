import { escapeIdentifier, escapeLiteral } from 'pg';
import type { DatabaseAddress, Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';

/** The views of `books` that show the rows of all ledgers, and their columns. The others show what the main ledger has. */
const shown = {
  accounts: 'id, owner, kind, asset, slot, floor, posted, held, seq, closed, version',
  entries: 'id, key, actor, request_hash, recorded_at, effective_at, kind, metadata',
  postings: 'account_id, seq, entry_id, recorded_on, amount, balance_after, asset',
  holds: 'id, account_id, amount, expires_at, ended_by, ending',
} as const;

type ShownView = keyof typeof shown;

const names = Object.keys(shown).filter((name): name is ShownView => name in shown);

/**
 * Makes the views of `books` in the main database show the rows of further ledgers, which PostgreSQL reads by itself
 * (postgres_fdw). So what reads the books need not know where a row is.
 *
 * @param addresses the further databases, by their numbers from 1 on
 */
export async function showAllBooks(owner: Pool, addresses: readonly DatabaseAddress[]): Promise<void> {
  await transact(owner, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtext('florin: show all books'))`);
    await tx.query('create extension if not exists postgres_fdw');
    for (const [i, address] of addresses.entries()) await linkTo(tx, i + 1, address);
    const schemas = ['own_books', ...addresses.map((_, i) => schemaOf(i + 1))];
    for (const name of names) {
      const parts = schemas.map((schema) => `select ${shown[name]} from ${schema}.${name}`);
      await run(tx, `create or replace view books.${name} as ${parts.join(' union all ')}`);
    }
    await tx.query(houseBalances);
  });
}

const schemaOf = (number: number) => `ledger_${number}`;

/** As in views/ledger.sql, over all ledgers. */
const houseBalances = `
  create or replace view books.house_balances as
  select min(id & ~15::bigint) as id, kind, asset, sum(posted) as posted
  from books.accounts where id < 0 group by kind, asset`;

/** Makes the foreign tables of a ledger new, because the address or the columns may have changed. */
async function linkTo(tx: Queryable, number: number, address: DatabaseAddress): Promise<void> {
  const name = schemaOf(number);
  const { server, user } = optionsOf(address);
  await run(tx, `drop server if exists ${name} cascade`);
  await run(
    tx,
    `create server ${name} foreign data wrapper postgres_fdw options (${textOf({ ...server, ...reading })})`,
  );
  await run(tx, `create user mapping for current_user server ${name} options (${textOf(user)})`);
  await run(tx, `create schema if not exists ${name}`);
  await run(tx, `import foreign schema own_books limit to (${names.join(', ')}) from server ${name} into ${name}`);
}

/** Asks the other database for its plans, so that a few rows are found by its indexes, and reads all ledgers at once. */
const reading = { use_remote_estimate: 'true', fetch_size: '1000', async_capable: 'true' };

const textOf = (options: Readonly<Record<string, string>>) =>
  Object.entries(options)
    .map(([name, value]) => `${escapeIdentifier(name)} ${escapeLiteral(value)}`)
    .join(', ');

type Options = { readonly server: Readonly<Record<string, string>>; readonly user: Readonly<Record<string, string>> };

function optionsOf({ connectionString, host, port, user, password, database }: DatabaseAddress): Options {
  const url = connectionString === undefined ? undefined : new URL(connectionString);
  const parameters = Object.fromEntries(url?.searchParams ?? []);
  const found = {
    host: url?.hostname || host,
    port: url?.port || (port === undefined ? undefined : String(port)),
    dbname: url ? decodeURIComponent(url.pathname.slice(1)) : database,
    ...parameters,
  };
  const login = {
    user: url ? decodeURIComponent(url.username) : user,
    password: url ? decodeURIComponent(url.password) : typeof password === 'string' ? password : undefined,
  };
  return { server: given(found), user: given(login) };
}

const given = (options: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(options).flatMap(([name, value]) => (value ? [[name, value]] : [])));

/** Statements that define something take no parameters. */
const run = (tx: Queryable, statement: string) => tx.query(statement);
