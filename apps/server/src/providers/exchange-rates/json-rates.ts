import { parsePrice } from '@florin/money';
import * as z from 'zod/mini';
import { jsonAddress, readTime } from '../polling/json-address.ts';
import { SourceFailure } from '../polling/source-failure.ts';
import { exactRate } from './exact-rate.ts';
import type { RateSource, SourceRates } from './rate-source.ts';

const anything = z.optional(z.unknown());
const row = z.object({ symbol: z.string(), price: anything, time: anything });
type Row = z.infer<typeof row>;

/** Consecutive answers that confirm a jump, as for coin prices. */
const confirmingAnswers = 3;

type JsonRates = { readonly address: URL; readonly key: string | undefined; readonly everySeconds: number };

/** Reads rates from any URL that serves a JSON list in the format of docs/operate/configure.md, in dollars. */
export function jsonRates({ address, key, everySeconds }: JsonRates): RateSource {
  const { name, ask } = jsonAddress(address, key);
  return {
    name,
    channel: name,
    everySeconds,
    confirmingAnswers,
    fetch: async (signal) => readRates(await ask(signal)),
  };
}

function readRates(answer: unknown): SourceRates {
  const rows = z.array(z.unknown()).safeParse(answer);
  if (!rows.success) throw new SourceFailure('the response is not a list of rates');
  const read = rows.data.flatMap((value) => row.safeParse(value).data ?? []);
  assertInDollars(read);
  const [euro, pound] = [only(read, 'EUR'), only(read, 'GBP')];
  const at = new Date(Math.min(timeOf(euro), timeOf(pound)));
  const mid = { USD: parsePrice('1'), EUR: exactRate(euro.price, 'EUR'), GBP: exactRate(pound.price, 'GBP') };
  return { mid, at, agesFrom: at };
}

/** A list with another value for the dollar has another base currency. */
function assertInDollars(rows: readonly Row[]) {
  if (rows.some(({ symbol, price }) => symbol.toUpperCase() === 'USD' && Number(price) !== 1))
    throw new SourceFailure('the rates are not in dollars');
}

function only(rows: readonly Row[], currency: string): Row {
  const [found, another] = rows.filter(({ symbol }) => symbol.toUpperCase() === currency);
  if (!found) throw new SourceFailure(`there is no rate for ${currency}`);
  if (another) throw new SourceFailure(`there are two rates for ${currency}`);
  return found;
}

function timeOf({ time }: Row): number {
  const at = readTime(time)?.getTime() ?? Number.NaN;
  if (Number.isNaN(at)) throw new SourceFailure('the time of the rates is invalid');
  return at;
}
