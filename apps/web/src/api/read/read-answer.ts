import { endpoints, fits, isShape, type Endpoint } from '@florin/contract';
import { readHolding, readMarketItem } from './read-coins.ts';
import { readKycStatus } from './read-kyc.ts';
import { readTransaction } from './read-transaction.ts';
import { readSession, readUser } from './read-user.ts';
import type { Payout } from './answers.ts';
import { AnswerUnreadable, currencyOf, fieldsOf, listOf, money, optionalMoney } from './read-value.ts';

/**
 * Reads every answer before anything is shown of it. The specification's calls are read by what the specification lists
 * of them, so that the app works with a server that sends no more; all other answers must have the contract's shape.
 * Throws AnswerUnreadable, which fails what waited for this answer and nothing else.
 */
export function readAnswer(endpoint: Endpoint, json: unknown): unknown {
  const read = readers.get(endpoint);
  if (read) return read(json);
  // In the app the contract's table has shapes in place of schemas (build/endpoints-as-data.ts).
  const shape: unknown = endpoint.answer;
  if (!isShape(shape)) throw new Error(`${endpoint.path} has no shape of its answer`);
  if (!fits(shape, json)) throw new AnswerUnreadable(endpoint.path);
  return json;
}

/** Of a payment that was made nothing has to be read: what can be is. */
const sent = (json: unknown) => ({ ...ifReadable('transaction', () => readTransaction(json)) });
const bought = (json: unknown) => ({ ...amountIn(json, 'crypto_amount', 'a coin'), ...lineOf(json) });
const sold = (json: unknown) => ({
  ...amountIn(json, 'usd_amount', 'USD'),
  ...lineOf(json),
  ...ifReadable('payout', () => readPayout(fieldsOf(json, 'a sale')['payout'])),
});

const lineOf = (json: unknown) =>
  ifReadable('transaction', () => readTransaction(fieldsOf(json, 'a trade')['transaction']));

function readPayout(json: unknown): Payout {
  const fields = fieldsOf(json, 'a payout');
  const currency = currencyOf(fields['currency']);
  const [amount, amount_exact] = money(fields, 'amount', currency);
  return { currency, amount, amount_exact };
}

function amountIn(json: unknown, name: string, asset: string) {
  const fields = typeof json === 'object' && json !== null ? { ...json } : {};
  const amount = optionalMoney(fields, name, asset);
  return amount ? { [name]: amount[0], [`${name}_exact`]: amount[1] } : {};
}

function ifReadable<Value>(name: string, read: () => Value): Record<string, Value> {
  try {
    return { [name]: read() };
  } catch (error) {
    if (error instanceof AnswerUnreadable) return {};
    throw error;
  }
}

const readers = new Map<Endpoint, (json: unknown) => unknown>([
  [endpoints.signup, readSession],
  [endpoints.login, readSession],
  [endpoints.me, readUser],
  [endpoints.sendMoney, sent],
  [endpoints.listTransactions, listOf(readTransaction)],
  [endpoints.listCoins, listOf(readMarketItem)],
  [endpoints.getPortfolio, listOf(readHolding)],
  [endpoints.buyCoins, bought],
  [endpoints.sellCoins, sold],
  [endpoints.getKycStatus, readKycStatus],
  [endpoints.submitKyc, (json) => ifReadable('status', () => readKycStatus(json))['status']],
]);
