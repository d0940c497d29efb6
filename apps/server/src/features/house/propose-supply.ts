import { formatAmount, type Amount } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import { propose, type Proposal, type Proposed } from '../proposals/index.ts';

type Supply = Pick<Proposed, 'by' | 'command' | 'reason'> & { readonly coins: Amount };

/** Proposes to supply the owners' coins to the inventory, once per command. Errors: those of `propose`. */
export const proposeSupply = (pool: Pool, { coins, ...supply }: Supply): Promise<Proposal> =>
  propose(pool, {
    ...supply,
    about: { kind: 'supply_coins', asset: coins.asset, units: String(coins.units) },
    on: formatAmount(coins),
  });
