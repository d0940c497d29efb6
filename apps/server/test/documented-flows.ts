import {
  amountOf,
  isFiat,
  parseAmount,
  parsePrice,
  defaultFeeRates as fees,
  priceBuy,
  priceExchange,
  priceSell,
  priceSend,
  toDecimal,
  type Amount,
} from '@florin/money';
import { readSections } from './markdown-table.ts';

export type FlowLine = {
  readonly account: string;
  readonly who: string;
  readonly asset: string;
  /** A figure's name with its sign, for example `−total`. */
  readonly change: string;
  readonly example: string;
};

/** An operation of docs/develop/money-flows.md. */
export type Flow = {
  readonly title: string;
  /** The example's inputs by name (`amount`, `coins`, `price`), as exact decimals. */
  readonly inputs: ReadonlyMap<string, string>;
  readonly lines: readonly FlowLine[];
};

export type Figures = Readonly<Record<string, Amount>>;

/** An operation that was run: its actor, and the page's names for the owners of the accounts. */
export type Performed = {
  readonly actor: string;
  readonly who: ReadonlyMap<string, string>;
  readonly figures: Figures;
};

export function documentedFlows(): Flow[] {
  return readSections('develop/money-flows.md')
    .slice(1)
    .map(({ title, text, rows }) => ({
      title,
      inputs: new Map(Array.from(text.matchAll(/(\w+) = ([\d.]+) /g), ([, name = '', value = '']) => [name, value])),
      lines: rows.map(({ account = '', who = '', asset = '', change = '', example = '' }) => ({
        account,
        who,
        asset,
        change,
        example,
      })),
    }));
}

/** Returns the results of the money package for the example's inputs. */
export function exampleFigures(flow: Flow): Figures {
  return figuresOf(flow, flow.inputs.get('price'));
}

/** Returns the figures of the example at another price. */
export function figuresOf(flow: Flow, usdPerCoin: string | undefined): Figures {
  const price = usdPerCoin === undefined ? undefined : parsePrice(usdPerCoin);
  const coins = inputOf(flow, 'coins', 'BTC');
  if (coins) return price ? priceSell(coins, price, fees.sell) : { coins };
  const isInEuros = flow.lines.length > 0 && flow.lines.every(({ asset }) => asset === 'EUR');
  if (isInEuros) return { amount: inputOf(flow, 'amount', 'EUR') ?? missingAmount(flow) };
  const amount = inputOf(flow, 'amount', 'USD');
  const usdPerEuro = flow.inputs.get('usd_per_euro');
  if (amount && usdPerEuro)
    return priceExchange(
      amount,
      'EUR',
      { USD: parsePrice('1'), EUR: parsePrice(usdPerEuro), GBP: parsePrice('1.27') },
      fees.exchange,
    );
  const charge = inputOf(flow, 'charge', 'USD');
  if (amount && charge) return { amount, charge };
  if (!amount) return missingAmount(flow);
  return price ? priceBuy(amount, 'BTC', price, fees.buy) : priceSend(amount, fees.send);
}

function missingAmount({ title }: Flow): never {
  throw new Error(`the example of ${title} has no amount`);
}

function inputOf<Code extends string>({ inputs }: Flow, name: string, asset: Code): Amount<Code> | undefined {
  return parseAmount(asset, inputs.get(name) ?? '').amount;
}

/** Returns the change of a line's account, and the text that the page shows for the change. */
export function changeOf({ change, asset }: FlowLine, figures: Figures): { units: bigint; text: string } {
  const [, sign, name = ''] = /^([+−])(\w+)$/.exec(change) ?? [];
  const figure = figures[name];
  if (!figure) throw new Error(`${change} is not a figure of this operation`);
  const isAsWritten = figure.asset === asset || asset === (isFiat(figure.asset) ? 'USD-limit' : 'coin-limit');
  if (!isAsWritten) throw new Error(`${name} is in ${figure.asset}, not ${asset}`);
  const units = sign === '−' ? -figure.units : figure.units;
  return { units, text: `${sign}${toDecimal(amountOf(figure.asset, figure.units))}` };
}
