import { formatAmount, toDecimal } from '@florin/money';
import { textTable } from '../../platform/text-table.ts';
import type { HousePosition, HousePositions } from './positions.ts';

const head = [
  'Coin',
  'Supplied',
  'With members',
  'In inventory',
  'With members, USD',
  'In inventory, USD',
  'Limit used',
];

/** Returns the positions as a table for people. */
export function positionsTable(positions: HousePositions): string {
  const { coins, out, inventory, disagreeing } = positions;
  if (coins.length === 0) return 'The house has no coins yet.';
  const sums = ['Sum', '', '', '', formatAmount(out), formatAmount(inventory), ''];
  return [
    ...textTable([head, ...coins.map(cells), sums]),
    '',
    ...coins.filter(({ now }) => now?.price.paused).map(oldPriceNote),
    ...coins.filter(({ now }) => !now).map(({ coin }) => `${coin} has no price and is not in the sums.`),
    ...coins.filter(({ coin }) => disagreeing.includes(coin)).map(mismatchNote),
    ...(disagreeing.length === 0 ? ['The limits match the coins in the wallets of members.'] : []),
  ].join('\n');
}

const cells = ({ coin, supplied, out, inventory, now, usedBasisPoints }: HousePosition) => [
  coin,
  toDecimal(supplied),
  toDecimal(out),
  toDecimal(inventory),
  now ? formatAmount(now.out) : 'no price',
  now ? formatAmount(now.inventory) : 'no price',
  percent(usedBasisPoints),
];

const percent = (basisPoints: bigint) => `${basisPoints / 100n}.${(basisPoints % 100n).toString().padStart(2, '0')} %`;

const oldPriceNote = ({ coin, now }: HousePosition) =>
  `${coin} is valued at its price of ${now?.price.updated_at}. Trading is paused.`;

const mismatchNote = ({ coin, out, held }: HousePosition) =>
  `${coin}: the limit counts ${toDecimal(out)} as sold, but members hold ${toDecimal(held)}.`;

/** Returns the positions as JSON: decimals as strings, dollars null for coins without a price. */
export const positionsJson = ({ coins, out, inventory, disagreeing }: HousePositions): string =>
  JSON.stringify(
    {
      coins: coins.map((position) => ({
        coin: position.coin,
        supplied: toDecimal(position.supplied),
        out: toDecimal(position.out),
        held_by_members: toDecimal(position.held),
        inventory: toDecimal(position.inventory),
        limit_used_percent: Number(position.usedBasisPoints) / 100,
        price: position.now?.price.price_exact ?? null,
        priced_at: position.now?.price.updated_at ?? null,
        out_usd: position.now ? toDecimal(position.now.out) : null,
        inventory_usd: position.now ? toDecimal(position.now.inventory) : null,
      })),
      out_usd: toDecimal(out),
      inventory_usd: toDecimal(inventory),
      disagreeing,
    },
    null,
    2,
  );
