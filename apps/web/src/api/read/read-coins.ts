import type { Holding, MarketItem } from './answers.ts';
import {
  fieldsOf,
  money,
  number,
  optionalMoney,
  optionalText,
  optionalTime,
  price,
  text,
  type Fields,
} from './read-value.ts';

export function readMarketItem(json: unknown): MarketItem {
  const fields = fieldsOf(json, 'a coin');
  const [usd, exact] = price(fields, 'price');
  const symbol = text(fields, 'symbol');
  const kind = kinds.find((known) => known === fields['kind']);
  const source = optionalText(fields, 'source');
  return {
    symbol,
    name: text(fields, 'name'),
    icon: optionalText(fields, 'icon') ?? '',
    price: usd,
    price_exact: exact,
    change: number(fields, 'change'),
    marketCap: number(fields, 'marketCap'),
    paused: pauses.find((known) => known === fields['paused']) ?? null,
    ...timeOf(fields),
    ...(kind && { kind }),
    ...(source !== undefined && { source }),
  };
}

const kinds = ['live', 'simulated', 'reference'] as const;
const pauses = ['stale', 'jump'] as const;
const holdingPauses = [...pauses, 'delisted'] as const;

export function readHolding(json: unknown): Holding {
  const fields = fieldsOf(json, 'a holding');
  const symbol = text(fields, 'symbol');
  const [amount, amount_exact] = money(fields, 'amount', symbol);
  const [value, value_exact] = money(fields, 'value', 'USD');
  return {
    symbol,
    name: text(fields, 'name'),
    icon: optionalText(fields, 'icon') ?? '',
    amount,
    amount_exact,
    value,
    value_exact,
    change: number(fields, 'change'),
    paused: holdingPauses.find((known) => known === fields['paused']) ?? null,
    ...timeOf(fields),
    ...pricesOf(fields),
    ...gainsOf(fields),
  };
}

function timeOf(fields: Fields) {
  const at = optionalTime(fields, 'updated_at');
  return at === undefined ? undefined : { updated_at: at };
}

function pricesOf(fields: Fields) {
  const now = fields['price'] === undefined ? undefined : price(fields, 'price');
  const cost = fields['average_cost'] === undefined ? undefined : number(fields, 'average_cost');
  return {
    ...(now && { price: now[0], price_exact: now[1] }),
    ...(cost !== undefined && {
      average_cost: cost,
      average_cost_exact: optionalText(fields, 'average_cost_exact') ?? String(cost),
    }),
  };
}

function gainsOf(fields: Fields) {
  const cost = optionalMoney(fields, 'cost', 'USD');
  const unrealized = optionalMoney(fields, 'unrealized_gain', 'USD');
  const realized = optionalMoney(fields, 'realized_gain', 'USD');
  return {
    ...(cost && { cost: cost[0], cost_exact: cost[1] }),
    ...(unrealized && { unrealized_gain: unrealized[0], unrealized_gain_exact: unrealized[1] }),
    ...(realized && { realized_gain: realized[0], realized_gain_exact: realized[1] }),
  };
}
