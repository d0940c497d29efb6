import { endpoints, type HousePosition as HousePositionView } from '@florin/contract';
import { toDecimal, zero } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import { routesFor } from '../../platform/http/route.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Markets } from '../markets/index.ts';
import { housePositions, type HousePosition } from './positions.ts';

/** Any operator may look: the house's positions are nobody's. */
const route = routesFor<unknown>();

export const houseRoutes = ({ pool, markets }: { pool: Pool; markets: Markets }) => [
  route(endpoints.listHousePositions, async () => {
    const { coins } = await housePositions(pool, markets);
    return coins.toSorted(byInventory).map((position) => positionView(position, markets));
  }),
];

const worthOf = ({ now }: HousePosition) => now?.inventory ?? zero('USD');

/** Dearest first; a coin without a price is worth nothing to sell. */
function byInventory(a: HousePosition, b: HousePosition): number {
  const [of, than] = [worthOf(a).units, worthOf(b).units];
  if (of === than) return a.coin < b.coin ? -1 : 1;
  return of < than ? 1 : -1;
}

const positionView = (position: HousePosition, markets: Markets): HousePositionView => ({
  symbol: position.coin,
  name: markets.nameOf(position.coin),
  inventory_exact: toDecimal(position.inventory),
  price_exact: position.now?.price.price_exact ?? null,
  ...moneyFields('value', worthOf(position)),
});
