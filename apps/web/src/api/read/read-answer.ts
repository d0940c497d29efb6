import { endpoints, fits, isShape, type Endpoint } from '@florin/contract';
import { readHolding, readMarketItem } from './read-coins.ts';
import { readKycStatus } from './read-kyc.ts';
import { readTransaction } from './read-transaction.ts';
import { readSession, readUser } from './read-user.ts';
import type { Payout } from './answers.ts';
import { AnswerUnreadable, currencyOf, fieldsOf, listOf, money, optionalMoney } from './read-value.ts';

/**
 * Validates every response before it is used. The specification's calls need only the specification's fields, so the
 * app works with other servers. All other responses must have the contract's shape. Throws AnswerUnreadable, which
 * fails only the query or command of this response.
 */
export function readAnswer(endpoint: Endpoint, json: unknown): unknown {
  const read = readers.get(endpoint);
  if (read) return read(json);
  // The build replaces the contract's schemas with shapes (build/endpoints-as-data.ts).
  const shape: unknown = endpoint.answer;
  if (!isShape(shape)) throw new Error(`${endpoint.path} has no response shape`);
  if (!fits(shape, json)) throw new AnswerUnreadable(endpoint.path);
  return json;
}

/** A successful payment needs no readable body. Reads only the readable fields. */
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
