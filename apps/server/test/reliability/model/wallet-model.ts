import {
  afterBuying,
  afterSelling,
  amountOf,
  defaultFeeRates as fees,
  isDust,
  noPosition,
  priceBuy,
  priceExchange,
  priceSell,
  priceSend,
  usdEquivalentCeil,
  zero,
  type Amount,
  type FiatCode,
  type MidRates,
  type UsdPerCoin,
} from '@florin/money';
import type { RefusalCode } from '@florin/contract';
import { isOutOfBounds, lacks, newMember, write, type Line, type ModelMember, type Story } from './model-member.ts';
import { openRequest, type ModelRequest } from './model-request.ts';

/** The daily outflow limit and the monthly purchase limit in US cents: level 1, plan Personal. */
const [dayLimit, purchaseLimit] = [1_000_00n, 500_00n];

/** The model's outcome of a command. */
export type Verdict = { readonly refused: RefusalCode } | { readonly line?: Line };

const refused = (code: RefusalCode): Verdict => ({ refused: code });

/** The prices and rates, constant during a run. */
type Market = { readonly rates: MidRates; readonly prices: Readonly<Record<string, UsdPerCoin>> };
type Between = { readonly from: number; readonly to: number; readonly amount: Amount<FiatCode>; readonly note: string };
type Spending = { readonly total: Amount<FiatCode>; readonly counted: Amount<FiatCode> };

/**
 * Models the wallet as if one clerk served one request after the other: plain objects, changed in place. The model has
 * no SQL, batches or locks; the product must give the same outcomes.
 */
export class WalletModel {
  readonly members: ModelMember[];
  readonly requests: ModelRequest[] = [];
  /** The number of run commands, and of rejected ones. */
  readonly done = { commands: 0, refused: 0 };
  private readonly market: Market;
  private entries = 0;

  constructor(people: number, market: Market) {
    this.market = market;
    this.members = Array.from({ length: people }, newMember);
  }

  member(index: number): ModelMember {
    const member = this.members[index];
    if (!member) throw new Error(`the model has no member ${index}`);
    return member;
  }

  addFunds(index: number, amount: Amount<FiatCode>): Verdict {
    if (isOutOfBounds(amount)) return refused('invalid_amount');
    const line = this.post(this.member(index), amount, { type: 'deposit', counter: amount });
    return { line };
  }

  /** Sends to the member with this index, or to an address without an account if `to` is undefined. */
  send(from: number, to: number | undefined, amount: Amount<FiatCode>, note: string): Verdict {
    if (from === to) return refused('recipient_is_self');
    if (to !== undefined) return this.pass({ from, to, amount, note });
    const sender = this.member(from);
    const { total, fee } = priceSend(amount, fees.send);
    const refusal = this.outflow(sender, { total, counted: amount });
    if (refusal) return refusal;
    return { line: this.reserve(sender, total, { type: 'send', counter: amount, fee, note }, amount) };
  }

  withdraw(index: number, amount: Amount<FiatCode>): Verdict {
    if (isOutOfBounds(amount)) return refused('invalid_amount');
    const member = this.member(index);
    const refusal = this.outflow(member, { total: amount, counted: amount });
    if (refusal) return refusal;
    return { line: this.reserve(member, amount, { type: 'withdrawal', counter: amount }, amount) };
  }

  /** Cancels a pending line. */
  callBack(index: number, line: Line): Verdict {
    const member = this.member(index);
    const waiting = line.waits;
    if (!waiting) return refused('not_cancellable');
    // A second cancellation of a withdrawal has no effect; a second cancellation of a held send is rejected.
    if (line.status !== 'pending') return line.type === 'withdrawal' ? { line } : refused('not_cancellable');
    member.held[waiting.reserved.asset] -= waiting.reserved.units;
    member.usedToday -= usdEquivalentCeil(waiting.counted).units;
    const { asset } = line.amount;
    Object.assign(line, { status: 'cancelled', amount: zero(asset), fee: zero(asset) });
    return { line };
  }

  exchange(index: number, amount: Amount<FiatCode>, to: FiatCode): Verdict {
    if (amount.asset === to) return refused('same_currency');
    const { received, fee, total } = priceExchange(amount, to, this.market.rates, fees.exchange);
    if (received.units === 0n) return refused('amount_too_small');
    const member = this.member(index);
    if (lacks(member, total)) return refused('insufficient_balance');
    const entry = this.nextEntry();
    const line = this.post(member, minus(total), { type: 'exchange', counter: received, fee }, entry);
    this.post(member, received, { type: 'exchange', counter: amount }, entry);
    return { line };
  }

  buy(index: number, coin: string, amount: Amount<'USD'>): Verdict {
    const member = this.member(index);
    const { coins, fee, total } = priceBuy(amount, coin, this.price(coin), fees.buy);
    if (isDust(coins, this.price(coin), fees.sell)) return refused('amount_too_small');
    if (lacks(member, total)) return refused('insufficient_balance');
    if (member.boughtThisMonth + amount.units > purchaseLimit) return refused('plan_limit_exceeded');
    member.boughtThisMonth += amount.units;
    member.positions.set(coin, afterBuying(member.positions.get(coin) ?? noPosition(coin), coins, total));
    return { line: this.post(member, minus(total), { type: 'buy_crypto', counter: coins, fee }) };
  }

  sell(index: number, asked: Amount): Verdict {
    const member = this.member(index);
    const position = member.positions.get(asked.asset) ?? noPosition(asked.asset);
    const coins = this.withUnsellableRest(position.coins, asked);
    const { proceeds, fee } = priceSell(coins, this.price(coins.asset), fees.sell);
    if (proceeds.units === 0n) return refused('amount_too_small');
    if (position.coins.units < coins.units) return refused('insufficient_balance');
    member.positions.set(coins.asset, afterSelling(position, coins, proceeds));
    return { line: this.post(member, proceeds, { type: 'sell_crypto', counter: coins, fee }) };
  }

  /** Requests money from a member, or from anyone with the link. */
  ask(by: number, of: number | undefined, amount: Amount<FiatCode>, note: string): Verdict {
    if (by === of) return refused('recipient_is_self');
    this.requests.push(openRequest({ by, of, amount, note }));
    return {};
  }

  pay(index: number, request: ModelRequest): Verdict {
    if (request.of !== undefined && request.of !== index && request.by !== index) return refused('not_found');
    if (request.by === index) return refused('recipient_is_self');
    if (request.ended) return request.ended.by === index && request.ended.line ? { line: request.ended.line } : closed;
    const verdict = this.pass({ from: index, to: request.by, amount: request.amount, note: request.note });
    if ('refused' in verdict) return verdict;
    request.ended = { state: 'paid', by: index, line: verdict.line };
    return verdict;
  }

  decline(index: number, request: ModelRequest): Verdict {
    return request.of === index ? this.end(index, request, 'declined') : refused('not_found');
  }

  cancelRequest(index: number, request: ModelRequest): Verdict {
    return request.by === index ? this.end(index, request, 'cancelled') : refused('not_found');
  }

  /** Adds the rest of a holding that would be too small to sell alone. */
  private withUnsellableRest(held: Amount, asked: Amount): Amount {
    const rest = held.units - asked.units;
    return rest > 0n && isDust(amountOf(asked.asset, rest), this.price(asked.asset), fees.sell) ? held : asked;
  }

  price(coin: string): UsdPerCoin {
    const price = this.market.prices[coin];
    if (!price) throw new Error(`the model has no price for ${coin}`);
    return price;
  }

  private end(index: number, request: ModelRequest, state: 'declined' | 'cancelled'): Verdict {
    if (request.ended && (request.ended.state !== state || request.ended.by !== index)) return closed;
    request.ended ??= { state, by: index };
    return {};
  }

  /** Moves money from one member to another. */
  private pass({ from, to, amount, note }: Between): Verdict {
    const [sender, recipient] = [this.member(from), this.member(to)];
    const { total, fee } = priceSend(amount, fees.send);
    const refusal = this.outflow(sender, { total, counted: amount });
    if (refusal) return refusal;
    const entry = this.nextEntry();
    const line = this.post(sender, minus(total), { type: 'send', counter: amount, fee, note }, entry);
    this.post(recipient, amount, { type: 'receive', counter: amount, note }, entry);
    sender.usedToday += usdEquivalentCeil(amount).units;
    return { line };
  }

  private outflow(member: ModelMember, { total, counted }: Spending): Verdict | undefined {
    if (lacks(member, total)) return refused('insufficient_balance');
    if (member.usedToday + usdEquivalentCeil(counted).units > dayLimit) return refused('limit_exceeded');
    return undefined;
  }

  private post(member: ModelMember, amount: Amount<FiatCode>, story: Story, entry = this.nextEntry()): Line {
    member.posted[amount.asset] += amount.units;
    const balanceAfter = amountOf(amount.asset, member.posted[amount.asset]);
    return write(member, { entry, amount, status: 'completed', balanceAfter, ...story });
  }

  private reserve(member: ModelMember, total: Amount<FiatCode>, story: Story, counted: Amount<FiatCode>): Line {
    member.held[total.asset] += total.units;
    member.usedToday += usdEquivalentCeil(counted).units;
    const waits = { reserved: total, counted };
    return write(member, { entry: this.nextEntry(), amount: minus(total), status: 'pending', waits, ...story });
  }

  private nextEntry = () => this.entries++;
}

const closed = refused('request_not_open');
const minus = ({ asset, units }: Amount<FiatCode>) => amountOf(asset, -units);
