import { endpoints, type HousePosition as HousePositionView } from '@florin/contract';
import { toDecimal, zero } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import { routesFor } from '../../platform/http/route.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import type { Markets } from '../markets/index.ts';
import { readAmount } from '../wallets/index.ts';
import { housePositions, type HousePosition } from './positions.ts';
import type { House } from './stock.ts';

const route = routesFor<Member>();

type Dependencies = { readonly pool: Pool; readonly markets: Markets; readonly house: House };

/** Any operator may look and supply: the house's positions are nobody's. */
export const houseRoutes = ({ pool, markets, house }: Dependencies) => [
  route(endpoints.listHousePositions, async () => {
    const { coins } = await housePositions(pool, markets);
    return coins.toSorted(byInventory).map((position) => positionView(position, markets));
  }),
  route(endpoints.supplyCoins, async ({ member, command, params, body, ip }) => {
    const coins = readAmount(markets.get(params.symbol).symbol, body.amount);
    await house.supplyBy({ operator: member, ip }, command, coins);
    const supplied = (await housePositions(pool, markets)).coins.find(({ coin }) => coin === coins.asset);
    if (!supplied) throw new Error('a coin that was supplied is not among the positions');
    return positionView(supplied, markets);
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
  floor_exact: toDecimal(position.floor),
  price_exact: position.now?.price.price_exact ?? null,
  ...moneyFields('value', worthOf(position)),
});
