import type { AssetCode } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import type { AccountId } from '../entry.ts';
import { shardOfAccount } from './ids.ts';

type MemberAccount = { readonly owner: string; readonly asset: AssetCode };

/** Upper bound of remembered accounts; the oldest make room. */
const maxRemembered = 400_000;

/** Knows owner and asset of members' accounts, which never change. */
export function memberAccounts(pools: readonly Pool[]) {
  const known = new Map<AccountId, MemberAccount>();

  function remember(account: AccountId, owner: string, asset: AssetCode): AccountId {
    if (known.size >= maxRemembered && !known.has(account)) known.delete(known.keys().next().value ?? 0n);
    known.set(account, { owner, asset });
    return account;
  }

  return {
    remember,
    /** Returns owner and asset of these accounts. Reads unknown ones in the ledger that opened them. */
    async of(accounts: readonly AccountId[]): Promise<(account: AccountId) => MemberAccount> {
      const missing = accounts.filter((account) => !known.has(account));
      for (const [shard, ids] of Map.groupBy(missing, shardOfAccount)) {
        const { rows } = (await pools[shard]?.query<MemberAccount & { id: AccountId }>(
          'select id, owner, asset from own_books.accounts where id = any ($1)',
          [ids],
        )) ?? { rows: [] };
        for (const { id, owner, asset } of rows) remember(id, owner, asset);
      }
      const found = new Map(accounts.map((account) => [account, known.get(account)]));
      return (account) => found.get(account) ?? unknownAccount(account);
    },
  };
}

function unknownAccount(account: AccountId): never {
  throw new Error(`there is no account ${account}`);
}
