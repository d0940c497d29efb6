import { randomUUID } from 'node:crypto';
import { CallRefused, endpoints, type Client } from '@florin/contract';
import { parsePrice, type MidRates } from '@florin/money';
import { movingFeed } from '../../moving-feed.ts';
import { asManyAsAServer, createTestApp, type TestApp } from '../../test-app.ts';
import { WalletModel, type Verdict } from './wallet-model.ts';

/** Expensive and cheap coins, with few and many decimals. */
const usdPerCoin = { BTC: '67123.45', ETH: '3000', PEPE: '0.0000123' };
export const coins = Object.keys(usdPerCoin);

/** The sandbox's constant rates, repeated here by hand. */
const rates: MidRates = { USD: parsePrice('1'), EUR: parsePrice('1.09'), GBP: parsePrice('1.27') };

export type Person = {
  readonly client: Client;
  readonly token: string;
  readonly email: string;
  readonly cardId: string;
  readonly bankId: string;
};

/** The product and the members of this run. Only the run moves their money. */
export type World = { readonly florin: TestApp; readonly people: readonly Person[] };

export const openMarket = () => createTestApp({}, { feed: movingFeed(usdPerCoin).feed }, asManyAsAServer);

export const newModel = (people: number) =>
  new WalletModel(people, {
    rates,
    prices: Object.fromEntries(Object.entries(usdPerCoin).map(([coin, price]) => [coin, parsePrice(price)])),
  });

export async function newWorld(florin: TestApp, people: number): Promise<World> {
  return { florin, people: await Promise.all(Array.from({ length: people }, () => createPerson(florin))) };
}

async function createPerson(florin: TestApp): Promise<Person> {
  const { client, user, token } = await florin.confirm(await florin.signUp());
  const card = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  const bank = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  return { client, token, email: user.email, cardId: card.id, bankId: bank.id };
}

export const personAt = ({ people }: World, index: number): Person => {
  const one = people[index];
  if (!one) throw new Error(`the world has no member ${index}`);
  return one;
};

export const unknownAddress = () => `${randomUUID().slice(0, 13)}@nobody.example`;

/** Returns the answer of a command, or the code of its error. */
export async function settle<Answer>(
  call: Promise<Answer>,
): Promise<{ readonly answer: Answer } | { readonly refused: string }> {
  try {
    return { answer: await call };
  } catch (error) {
    if (!(error instanceof CallRefused) || !error.body) throw error;
    return { refused: error.body.code ?? `HTTP ${error.status}` };
  }
}

export const refusalOf = (verdict: Verdict): string | undefined => ('refused' in verdict ? verdict.refused : undefined);
