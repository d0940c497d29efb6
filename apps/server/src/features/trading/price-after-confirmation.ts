import { amountOf, usdFor } from '@florin/money';
import type { Charge } from '../funding/index.ts';
import type { Markets } from '../markets/index.ts';
import { quoteRefusal } from '../quotes/index.ts';

/** The time for which the price of a purchase stays valid for a member who confirms the payment at the card's bank. */
const keptSeconds = 600;
/** Without a quote, the price is from the start of the charge. */
const quotedSeconds = 30;
/**
 * The maximum gain of the coins in the meantime, in percent. The maximum is less than the fee of a purchase, so waiting
 * for a better price brings no profit.
 */
const maxGainPercent = 1n;

/**
 * Decides whether a purchase may still be charged after its member confirmed the payment. After a confirmation, the
 * purchase's quote counts as valid a little longer. Errors: `quote_expired`, `trading_paused`.
 */
export async function priceAfterConfirmation(
  { markets }: { readonly markets: Markets },
  { details, startedAt }: Charge,
): Promise<Record<string, string>> {
  const { coin = '', amount = '0', coins = '0', quote_expires_at: expiry } = details;
  const now = Date.now();
  const validUntil = expiry === undefined ? startedAt.getTime() + quotedSeconds * 1_000 : Date.parse(expiry);
  if (now < validUntil) return {};
  const lastMoment = startedAt.getTime() + keptSeconds * 1_000;
  const worth = usdFor(amountOf(coin, BigInt(coins)), markets.tradable(coin).price);
  if (now > lastMoment || worth.units * 100n > BigInt(amount) * (100n + maxGainPercent))
    throw quoteRefusal('quote_expired');
  return expiry === undefined ? {} : { quote_expires_at: new Date(lastMoment).toISOString() };
}
