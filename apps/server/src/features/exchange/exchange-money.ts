import type { Policy, Transaction } from '@florin/contract';
import { rateText, type FiatCode } from '@florin/money';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import type { DatedRates, ExchangeRates } from '../../providers/exchange-rates/exchange-rates.ts';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';
import { quoteRefusal } from '../quotes/index.ts';
import { insufficientBalance } from '../wallets/index.ts';
import { exchangeKind } from './exchanged-money.ts';
import { exchangePostings } from './postings.ts';
import { heldRates, priceOrRefuse, type ExchangeOrder, type ExchangePrice } from './quote-exchange.ts';
import { originFields, usableRates } from './usable-rates.ts';

export type ExchangeDependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly history: History;
  readonly rates: ExchangeRates;
  readonly policy: Policy;
};

/**
 * Exchanges money between two of the member's wallets for a fee. The rate and the fee come from a valid quote, or are
 * the current rate and fee. The ledger decides quote, balance and posting together.
 *
 * Errors: `same_currency`, `amount_too_small`, `rates_unavailable`, `insufficient_balance`, `quote_not_found`,
 * `quote_used`, `quote_expired`, and the ledger's.
 */
export async function exchangeMoney(
  { pool, ledger, history, rates, policy }: ExchangeDependencies,
  member: Member,
  command: Command,
  { quoteId, ...order }: ExchangeOrder & { readonly quoteId: string | undefined },
): Promise<Transaction> {
  const held = quoteId === undefined ? undefined : await heldRates({ pool, policy }, member, quoteId, order);
  const midRates = held?.details.rates ?? (await usableRates(rates, () => ledger.hasEntry(member.id, command.key)));
  const price = priceOrRefuse(order, midRates, held?.details.feeRate ?? policy.fees.exchange);
  const entry: JournalEntry = {
    ...(await exchangeEntry(ledger, member, command, { price, rates: midRates })),
    ...(held ? { quote: held.quote } : {}),
  };
  const standing = await ledger.post(entry, {
    insufficient: () => insufficientBalance(price.total),
    quote: quoteRefusal,
  });
  return history.lineOf(member, 'exchange', { entry, standing });
}

/**
 * Returns the entry of an exchange. The entry is posted alone or together with the trade that the exchange pays for.
 */
export async function exchangeEntry(
  ledger: Ledger,
  { id }: Pick<Member, 'id'>,
  command: Command,
  { price, rates }: { readonly price: ExchangePrice; readonly rates: DatedRates },
): Promise<JournalEntry> {
  const [from, to] = [price.amount.asset, price.received.asset];
  return {
    ...command,
    actor: id,
    kind: exchangeKind,
    metadata: {
      from,
      to,
      amount: String(price.amount.units),
      fee: String(price.fee.units),
      received: String(price.received.units),
      rate: rateText(from, to, rates),
      back: rateText(to, from, rates),
      ...originFields(rates),
    },
    postings: exchangePostings(await accountsOf(ledger, id, from, to), price),
  };
}

async function accountsOf(ledger: Ledger, userId: string, from: FiatCode, to: FiatCode) {
  const side = async (currency: FiatCode) => ({
    wallet: await ledger.walletId(userId, currency),
    exchange: await ledger.houseId('exchange', currency),
  });
  return { from: await side(from), to: await side(to), fees: await ledger.houseId('fees', from) };
}
