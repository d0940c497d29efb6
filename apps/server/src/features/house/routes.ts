import { endpoints, type HousePosition as HousePositionView } from '@florin/contract';
import { toDecimal, zero } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import { routesFor } from '../../platform/http/route.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import type { Markets } from '../markets/index.ts';
import { proposalView, type WorthOf } from '../proposals/index.ts';
import { readAmount } from '../wallets/index.ts';
import { housePositions, type HousePosition } from './positions.ts';
import { proposeSupply } from './propose-supply.ts';

const route = routesFor<Member>();

type Dependencies = { readonly pool: Pool; readonly markets: Markets; readonly worthOf: WorthOf };

/** Every operator may view the positions and propose a supply, because no member owns them. */
export const houseRoutes = ({ pool, markets, worthOf }: Dependencies) => [
  route(endpoints.listHousePositions, async () => {
    const { coins } = await housePositions(pool, markets);
    return coins.toSorted(byInventory).map((position) => positionView(position, markets));
  }),
  route(endpoints.supplyCoins, async ({ member, command, params, body, ip }) => {
    const coins = readAmount(markets.get(params.symbol).symbol, body.amount);
    const proposal = await proposeSupply(pool, {
      by: { operator: member, ip },
      command,
      coins,
      reason: body.reason,
    });
    return proposalView(proposal, member, worthOf);
  }),
];

const valueOf = ({ now }: HousePosition) => now?.inventory ?? zero('USD');

/** Sorts by inventory value, highest first. Coins without a price count as zero. */
function byInventory(a: HousePosition, b: HousePosition): number {
  const [of, than] = [valueOf(a).units, valueOf(b).units];
  if (of === than) return a.coin < b.coin ? -1 : 1;
  return of < than ? 1 : -1;
}

const positionView = (position: HousePosition, markets: Markets): HousePositionView => ({
  symbol: position.coin,
  name: markets.nameOf(position.coin),
  inventory_exact: toDecimal(position.inventory),
  floor_exact: toDecimal(position.floor),
  price_exact: position.now?.price.price_exact ?? null,
  ...moneyFields('value', valueOf(position)),
});
