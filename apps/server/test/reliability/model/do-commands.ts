import { endpoints, type Transaction } from '@florin/contract';
import { toDecimal, type Amount, type FiatCode } from '@florin/money';
import { expect } from 'vitest';
import { answerView, lineView } from './compare.ts';
import type { Line } from './model-member.ts';
import type { ModelRequest } from './model-request.ts';
import type { Verdict, WalletModel } from './wallet-model.ts';
import { refusalOf, settle, personAt, unknownAddress, type World } from './world.ts';

/** Expects the same outcome and the same line from the model and the product. */
async function expectSame(model: WalletModel, verdict: Verdict, call: Promise<Transaction>) {
  const settled = await settle(call);
  expect('refused' in settled ? settled.refused : undefined).toBe(refusalOf(verdict));
  if ('refused' in verdict) model.done.refused += 1;
  if (!('answer' in settled) || 'refused' in verdict || !verdict.line) return;
  expect(answerView(settled.answer)).toEqual(lineView(verdict.line));
  verdict.line.id ??= settled.answer.id;
  expect(settled.answer.id).toBe(verdict.line.id);
}

export function addFunds(model: WalletModel, world: World, who: number, amount: Amount<FiatCode>) {
  const { client, cardId } = personAt(world, who);
  const body = { amount: toDecimal(amount), currency: amount.asset, payment_method_id: cardId };
  return expectSame(model, model.addFunds(who, amount), client.call(endpoints.addFunds, { body }));
}

export type Sending = { readonly to: number | undefined; readonly amount: Amount<FiatCode>; readonly note: string };

export function send(model: WalletModel, world: World, who: number, { to, amount, note }: Sending) {
  const recipient_email = to === undefined ? unknownAddress() : personAt(world, to).email;
  const body = { recipient_email, amount: toDecimal(amount), currency: amount.asset, note };
  return expectSame(
    model,
    model.send(who, to, amount, note),
    personAt(world, who).client.call(endpoints.sendMoney, { body }),
  );
}

export function withdraw(model: WalletModel, world: World, who: number, amount: Amount<FiatCode>) {
  const { client, bankId } = personAt(world, who);
  const body = { amount: toDecimal(amount), currency: amount.asset, payment_method_id: bankId };
  return expectSame(model, model.withdraw(who, amount), client.call(endpoints.withdraw, { body }));
}

export function callBack(model: WalletModel, world: World, who: number, line: Line) {
  const call = personAt(world, who).client.call(endpoints.cancelTransaction, { params: { id: line.id ?? '' } });
  return expectSame(model, model.callBack(who, line), call);
}

export function exchange(model: WalletModel, world: World, who: number, amount: Amount<FiatCode>, to: FiatCode) {
  const body = { from: amount.asset, to, amount: toDecimal(amount) };
  return expectSame(
    model,
    model.exchange(who, amount, to),
    personAt(world, who).client.call(endpoints.exchangeMoney, { body }),
  );
}

export function buy(model: WalletModel, world: World, who: number, coin: string, amount: Amount<'USD'>) {
  const body = { crypto_symbol: coin, amount_usd: toDecimal(amount), payment_method_id: 'usd_balance' };
  const call = personAt(world, who).client.call(endpoints.buyCoins, { body });
  return expectSame(
    model,
    model.buy(who, coin, amount),
    call.then(({ transaction }) => transaction),
  );
}

export function sell(model: WalletModel, world: World, who: number, coins: Amount) {
  const body = { crypto_symbol: coins.asset, amount_crypto: toDecimal(coins) };
  const call = personAt(world, who).client.call(endpoints.sellCoins, { body });
  return expectSame(
    model,
    model.sell(who, coins),
    call.then(({ transaction }) => transaction),
  );
}

export async function ask(model: WalletModel, world: World, who: number, { to, amount, note }: Sending) {
  const recipient_email = to === undefined ? null : personAt(world, to).email;
  const body = { recipient_email, amount: toDecimal(amount), currency: amount.asset, note };
  const verdict = model.ask(who, to, amount, note);
  const settled = await settle(personAt(world, who).client.call(endpoints.requestMoney, { body }));
  expect('refused' in settled ? settled.refused : undefined).toBe(refusalOf(verdict));
  const made = model.requests.at(-1);
  if ('answer' in settled && made) made.id = settled.answer.id;
}

export function pay(model: WalletModel, world: World, who: number, request: ModelRequest) {
  const call = personAt(world, who).client.call(endpoints.payRequest, { params: { id: request.id ?? '' } });
  return expectSame(model, model.pay(who, request), call);
}

export async function endUnpaid(
  model: WalletModel,
  world: World,
  who: number,
  { request, how }: { readonly request: ModelRequest; readonly how: 'decline' | 'cancel' },
) {
  const verdict = how === 'decline' ? model.decline(who, request) : model.cancelRequest(who, request);
  const endpoint = how === 'decline' ? endpoints.declineRequest : endpoints.cancelRequest;
  const settled = await settle(personAt(world, who).client.call(endpoint, { params: { id: request.id ?? '' } }));
  expect('refused' in settled ? settled.refused : undefined).toBe(refusalOf(verdict));
  if ('answer' in settled) expect(settled.answer.state).toBe(request.ended?.state);
}
