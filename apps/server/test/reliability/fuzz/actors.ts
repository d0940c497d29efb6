import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { kycForm, operator } from '../../kyc.ts';
import { askForMoney } from '../../ask-for-money.ts';
import type { TestApp, TestMember } from '../../test-app.ts';
import type { Vocabulary } from './sample.ts';

export type Actor = { readonly role: 'visitor' | 'member' | 'operator'; token: string | undefined };

/** Creates the actors and the names and ids that exist, so that some of their requests succeed. */
export async function cast(florin: TestApp) {
  const actors: Actor[] = [
    { role: 'visitor', token: undefined },
    { role: 'member', token: (await florin.signUp()).token },
    { role: 'operator', token: (await operator(florin)).token },
  ];
  let words: Vocabulary = {};

  /** Replaces the actor by a new member in the same role with some data, for example after sign-out or closing. */
  const renew = async (actor: Actor) => {
    if (actor.role === 'visitor') return;
    const member = actor.role === 'operator' ? await operator(florin) : await florin.signUp();
    actor.token = member.token;
    words = { ...words, ...(await livingOf(member, await florin.signUp('Jonas'))) };
  };
  for (const actor of actors) await renew(actor);
  return { actors, renew, words: () => words };
}

async function livingOf(member: TestMember, other: TestMember): Promise<Vocabulary> {
  const { client, password } = member;
  const card = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  const bank = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const deposit = await client.call(endpoints.addFunds, { body: { amount: '900.00', payment_method_id: card.id } });
  // The first purchase of a coin also supplies the sandbox's stock. The purchase runs here, so that no fuzz request
  // changes the stock.
  for (const crypto_symbol of ['BTC', 'ETH'])
    await client.call(endpoints.buyCoins, {
      body: { crypto_symbol, amount_usd: '5.00', payment_method_id: 'usd_balance' },
    });
  const held = await client.call(endpoints.sendMoney, {
    body: { recipient_email: `${randomUUID().slice(0, 8)}@florin.example`, amount: '1.00' },
  });
  const order = await client.call(endpoints.withdraw, { body: { amount: '2.00', payment_method_id: bank.id } });
  const quote = await client.call(endpoints.createQuote, {
    body: { kind: 'exchange', from: 'USD', to: 'EUR', amount: '1.00' },
  });
  const [own, asked] = [await askForMoney(member, other), await askForMoney(other, member, '1.00')];
  const contact = await client.call(endpoints.addContact, { body: { email: other.user.email } });
  const emails = [other.user.email, member.user.email, `${randomUUID().slice(0, 8)}@florin.example`];
  return {
    id: [card.id, bank.id, deposit.id, held.id, order.id, own.id, asked.id, contact.id, member.user.id, randomUUID()],
    payment_method_id: [card.id, bank.id, 'usd_balance'],
    quote_id: [quote.id, randomUUID()],
    recipient_email: emails,
    email: emails,
    to: emails,
    amount: ['1.00', 1, '0.01', '25.5', 100_000],
    amount_usd: ['1.00', 5, '0.5'],
    amount_crypto: ['0.0001', '0.00000001', 1],
    crypto_symbol: ['BTC', 'ETH', 'NONE'],
    symbol: ['BTC', 'eth', 'NONE'],
    symbols: ['BTC', 'BTC,ETH'],
    crypto: ['BTC', 'eth'],
    current_password: [password, 'wrong'],
    password: ['another tulip 1638', password],
    token: ['tok_visa', 'tok_bank', 'tok_declined', randomUUID()],
    wallet: ['USD', 'eur'],
    month: ['2026-01', '2026-10'],
    until: [new Date().toISOString()],
    name: ['Somebody', 'Zoë'],
    limit: ['1', '50'],
    code: ['000000'],
    ...Object.fromEntries(Object.entries(kycForm).map(([field, value]) => [field, [value]])),
  };
}
