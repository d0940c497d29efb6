import { formatAmount, toDecimal } from '@florin/money';
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

/** For reading. */
export function positionsTable(positions: HousePositions): string {
  const { coins, out, inventory, disagreeing } = positions;
  if (coins.length === 0) return 'The house has no coins yet.';
  const sums = ['Sum', '', '', '', formatAmount(out), formatAmount(inventory), ''];
  return [
    ...columns([head, ...coins.map(cells), sums]),
    '',
    ...coins.filter(({ now }) => now?.price.paused).map(oldPrice),
    ...coins.filter(({ now }) => !now).map(({ coin }) => `${coin} has no price and is not in the sums.`),
    ...coins.filter(({ coin }) => disagreeing.includes(coin)).map(disagreement),
    ...(disagreeing.length === 0 ? ['What the limits count as out is what the wallets of members hold.'] : []),
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

/** The first to the left, figures to the right. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

const oldPrice = ({ coin, now }: HousePosition) =>
  `${coin} is valued at a price of ${now?.price.updated_at}, which is not traded on.`;

const disagreement = ({ coin, out, held }: HousePosition) =>
  `${coin}: the limit counts ${toDecimal(out)} as out, and the wallets of members hold ${toDecimal(held)}.`;

/** For programs: decimals as strings, dollars `null` where there is no price. */
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
