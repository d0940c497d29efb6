import type { MidRates, UsdPerCoin } from '@florin/money';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { SourceFailure } from '../polling/source-failure.ts';
import { exactRate, maxDecimals } from './exact-rate.ts';
import type { SourceRates } from './rate-source.ts';

/** Many times the size of the file. */
export const maxEcbBytes = 64 * 1024;

const ecbNamespace = 'http://www.ecb.int/vocabulary/2002-08-01/eurofxref';
/** Two rates are multiplied below, and the product must not have more decimals than a price. */
const ecbDecimals = maxDecimals / 2;
/** The banks agree on the rates at about 14:10 CET, and the rates are published at about 16:00. */
const agreedAt = 'T13:10:00.000Z';
const endOfDay = 'T23:59:59.999Z';

/**
 * Parses eurofxref-daily.xml, the European Central Bank's reference rates of one day. The age counts from the end of the
 * day, because the file names a day and no time.
 *
 * @throws SourceFailure for a file that is not complete
 */
export function parseEcbFile(text: string): SourceRates {
  const { days, rates } = readCubes(text);
  const [day, another] = days;
  if (day === undefined) throw new SourceFailure('the file has no day');
  if (another !== undefined) throw new SourceFailure('the file has several days: use the daily file');
  const at = new Date(`${day}${agreedAt}`);
  // JavaScript turns February 30 into March 2.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day))
    throw new SourceFailure('the day of the rates is invalid');
  const [dollars, pounds] = [rateOf(rates, 'USD'), rateOf(rates, 'GBP')];
  return { mid: crossed(dollars, pounds), at, agesFrom: new Date(`${day}${endOfDay}`) };
}

function rateOf(rates: ReadonlyMap<string, string>, currency: string): UsdPerCoin {
  const text = rates.get(currency);
  if (text === undefined) throw new SourceFailure(`the file has no rate for ${currency}`);
  return exactRate(text, currency, ecbDecimals);
}

/**
 * Turns the dollars and pounds per euro into one table. Only ratios of the table count, so each value is multiplied by
 * both rates. So no division is needed, and all cross rates are exact.
 */
const crossed = (dollars: UsdPerCoin, pounds: UsdPerCoin): MidRates => ({
  USD: pounds,
  EUR: { units: dollars.units * pounds.units, decimals: dollars.decimals + pounds.decimals },
  GBP: dollars,
});

type Cubes = { readonly days: readonly string[]; readonly rates: ReadonlyMap<string, string> };

/** Reads all `Cube` elements. The parser knows only the predefined entities of XML, and loads nothing. */
function readCubes(text: string): Cubes {
  const days: string[] = [];
  const rates = new Map<string, string>();
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', () => {
    throw new SourceFailure('the file is not complete XML');
  });
  parser.on('doctype', () => {
    throw new SourceFailure('the file has a document type, which the European Central Bank does not use');
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    if (uri !== ecbNamespace || local !== 'Cube') return;
    const { time, currency, rate } = attributes;
    if (time) days.push(time.value);
    if (currency && rate) addRate(rates, currency, rate);
  });
  parser.write(text).close();
  return { days, rates };
}

type Attribute = SaxesTagNS['attributes'][string];

function addRate(rates: Map<string, string>, { value: currency }: Attribute, { value: rate }: Attribute) {
  if (rates.has(currency)) throw new SourceFailure(`the file has two rates for ${currency}`);
  rates.set(currency, rate);
}
