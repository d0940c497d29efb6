import type { Transaction } from '@florin/contract';
import { rateText, type FiatCode } from '@florin/money';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ExchangeRates } from '../../providers/exchange-rates/exchange-rates.ts';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';
import { insufficientBalance } from '../wallets/index.ts';
import { exchangeKind } from './exchanged-money.ts';
import { exchangePostings } from './postings.ts';
import { findQuote, priceOrRefuse, type ExchangeOrder } from './quotes.ts';

export type ExchangeDependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly history: History;
  readonly rates: ExchangeRates;
};

/**
 * Exchanges money between two of the member's wallets at the mid rate, plus 0.5 %: at the rate of a quote, once and in
 * time, or at that of this moment. Quote, balance and posting are decided together in the ledger.
 *
 * Refusals: `same_currency`, `amount_too_small`, `insufficient_balance`, `quote_not_found`, `quote_used`,
 * `quote_expired`, and the ledger's.
 */
export async function exchangeMoney(
  { pool, ledger, history, rates }: ExchangeDependencies,
  member: Member,
  command: Command,
  { quoteId, ...order }: ExchangeOrder & { readonly quoteId: string | undefined },
): Promise<Transaction> {
  const quote = quoteId === undefined ? undefined : await findQuote(pool, member, quoteId, order);
  const midRates = quote?.rates ?? rates.now();
  const price = priceOrRefuse(order, midRates);
  const [from, to] = [order.amount.asset, order.to];
  const entry: JournalEntry = {
    ...command,
    actor: member.id,
    kind: exchangeKind,
    metadata: {
      from,
      to,
      amount: String(price.amount.units),
      fee: String(price.fee.units),
      received: String(price.received.units),
      rate: rateText(from, to, midRates),
      back: rateText(to, from, midRates),
    },
    postings: exchangePostings(await accountsOf(ledger, member.id, from, to), price),
    ...(quote ? { quote: { id: quote.id, expiresAt: quote.expiresAt } } : {}),
  };
  const standing = await ledger.post(entry, { insufficient: () => insufficientBalance(price.total), quote: tooLate });
  return history.lineOf(member, 'exchange', { entry, standing });
}

const tooLate = (outcome: 'quote_used' | 'quote_expired') =>
  outcome === 'quote_used'
    ? new Refusal('quote_used', 'This rate was used already. Please get a new one.')
    : new Refusal('quote_expired', 'This rate has expired. Please get a new one.');

async function accountsOf(ledger: Ledger, userId: string, from: FiatCode, to: FiatCode) {
  const side = async (currency: FiatCode) => ({
    wallet: await ledger.walletId(userId, currency),
    exchange: await ledger.houseId('exchange', currency),
  });
  return { from: await side(from), to: await side(to), fees: await ledger.houseId('fees', from) };
}
