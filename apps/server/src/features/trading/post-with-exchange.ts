import type { Amount } from '@florin/money';
import type { JournalEntry, Ledger, RefusalSentences, Standing } from '../../ledger/index.ts';
import { digestUuid } from '../../platform/digest.ts';
import { exchangeEntry } from '../exchange/index.ts';
import type { Member } from '../identity/index.ts';
import { insufficientBalance } from '../wallets/index.ts';
import { paymentOf, payoutOf, type FiatSide } from './fiat-side.ts';

type Trade = { readonly entry: JournalEntry; readonly sentences: RefusalSentences };

/** Returns the exchange's own key, derived from the trade's key. */
const commandOf = ({ key, requestHash }: JournalEntry) => ({ key: digestUuid('trade-exchange', key), requestHash });

/** Exchanges the needed money and buys the coins, or does neither. */
export async function postWithPayment(
  ledger: Ledger,
  member: Pick<Member, 'id'>,
  side: FiatSide,
  { entry, sentences, total }: Trade & { readonly total: Amount<'USD'> },
): Promise<Standing> {
  const price = paymentOf(side, total);
  const exchange = await exchangeEntry(ledger, member, commandOf(entry), { price, rates: side.rates });
  const [, bought = missingStanding()] = await ledger.postTogether([
    { entry: exchange, sentences: { insufficient: () => insufficientBalance(price.total) } },
    { entry, sentences },
  ]);
  return bought;
}

type Paid = { readonly entry: JournalEntry; readonly standing: Standing };

/** Sells and exchanges the proceeds, or does neither. */
export async function postWithPayout(
  ledger: Ledger,
  member: Pick<Member, 'id'>,
  side: FiatSide,
  { entry, sentences, proceeds }: Trade & { readonly proceeds: Amount<'USD'> },
): Promise<{ readonly standing: Standing; readonly payout: Paid }> {
  const price = payoutOf(side, proceeds);
  const exchange = await exchangeEntry(ledger, member, commandOf(entry), { price, rates: side.rates });
  const [sold = missingStanding(), paid = missingStanding()] = await ledger.postTogether([
    { entry, sentences },
    { entry: exchange, sentences: { insufficient: () => insufficientBalance(price.total) } },
  ]);
  return { standing: sold, payout: { entry: exchange, standing: paid } };
}

function missingStanding(): never {
  throw new Error('The ledger returned fewer entries than it was given.');
}
