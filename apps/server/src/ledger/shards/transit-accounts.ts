import type { AssetCode } from '@florin/money';
import { Outdated } from '../../platform/database/transact.ts';
import type { HouseAccountKind } from '../accounts.ts';
import type { AccountId } from '../entry.ts';
import { transitKind } from './transit.ts';

type HouseId = (shard: number, kind: HouseAccountKind, asset: AssetCode) => Promise<AccountId>;

/** Knows the accounts through which each ledger pays members of other ledgers. */
export function transitAccounts(houseId: HouseId) {
  const opened = new Map<string, AccountId>();

  async function open(shard: number, to: number, asset: AssetCode): Promise<AccountId> {
    const id = await houseId(shard, transitKind(shard, to), asset);
    opened.set(nameOf(shard, to, asset), id);
    return id;
  }

  return {
    /** Returns the account, and opens it at its first use. */
    open,

    /**
     * Returns the account to a transaction. If the account must be opened, the transaction ends first, because it must
     * not wait for a connection.
     */
    known: async (shard: number, to: number, asset: AssetCode): Promise<AccountId> => {
      const id = opened.get(nameOf(shard, to, asset));
      if (id === undefined) throw new Outdated(async () => void (await open(shard, to, asset)));
      return id;
    },
  };
}

const nameOf = (shard: number, to: number, asset: AssetCode) => `${shard}-${to} ${asset}`;
