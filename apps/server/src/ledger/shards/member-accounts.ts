import type { AssetCode } from '@florin/money';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { whenDatabaseIsAnother } from '../../platform/database/timeline.ts';
import type { AccountId } from '../entry.ts';
import { shardOfAccount } from './ids.ts';

type MemberAccount = { readonly owner: string; readonly asset: AssetCode };

/** Upper bound of cached accounts; the oldest make room. */
const maxRemembered = 400_000;

type Find = (owner: string, asset: AssetCode) => Promise<AccountId>;

/**
 * Knows members' accounts. Owner, asset and id never change, even when the member moves to another ledger. After a
 * failover that lost the last commits, ids can belong to other accounts, so the cache is cleared.
 */
export function memberAccounts(pools: readonly Pool[]) {
  const known = new Map<AccountId, MemberAccount>();
  const ids = { wallet: new Map<string, AccountId>(), incoming: new Map<string, AccountId>() };
  const caches = [known, ids.wallet, ids.incoming];
  for (const pool of pools)
    whenDatabaseIsAnother(pool, () => {
      for (const cache of caches) cache.clear();
    });

  function remember(account: AccountId, owner: string, asset: AssetCode): AccountId {
    if (!known.has(account)) keep(known, account, { owner, asset });
    return account;
  }

  return {
    /**
     * Returns the id of the owner's account. Calls `find` only at the account's first use, so that the id is known
     * while the owner's new ledger is down.
     */
    async idOf(kind: keyof typeof ids, owner: string, asset: AssetCode, find: Find): Promise<AccountId> {
      const name = `${owner} ${asset}`;
      const cached = ids[kind].get(name);
      if (cached !== undefined) return remember(cached, owner, asset);
      const id = await find(owner, asset);
      keep(ids[kind], name, id);
      return remember(id, owner, asset);
    },

    /**
     * Returns owner and asset of these accounts. Reads unknown accounts in the ledger that opened them.
     *
     * @param ledgers the database of each ledger, or a transaction in it
     */
    async of(
      accounts: readonly AccountId[],
      ledgers: readonly Queryable[],
    ): Promise<(account: AccountId) => MemberAccount> {
      const found = new Map(accounts.map((account) => [account, known.get(account)]));
      const missing = accounts.filter((account) => !found.get(account));
      for (const [shard, unknown] of Map.groupBy(missing, shardOfAccount)) {
        const { rows } = (await ledgers[shard]?.query<MemberAccount & { id: AccountId }>(
          'select id, owner, asset from own_books.accounts where id = any ($1)',
          [unknown],
        )) ?? { rows: [] };
        for (const { id, owner, asset } of rows) found.set(remember(id, owner, asset), { owner, asset });
      }
      return (account) => found.get(account) ?? unknownAccount(account);
    },
  };
}

function keep<Key, Value>(cache: Map<Key, Value>, key: Key, value: Value): void {
  const [oldest] = cache.size >= maxRemembered ? cache.keys() : [];
  if (oldest !== undefined) cache.delete(oldest);
  cache.set(key, value);
}

function unknownAccount(account: AccountId): never {
  throw new Error(`there is no account ${account}`);
}
