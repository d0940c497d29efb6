import type { Policy } from '@florin/contract';
import { feePercent } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';

/**
 * Rejects a payment whose page shows an outdated fee, because the page was opened before the fee changed. A repeated
 * command gets its first answer. Errors: `quote_expired`.
 *
 * @param shown the fee that the page shows, in basis points
 */
export async function assertShownFee(
  { fees }: Policy,
  shown: string | undefined,
  wasDone: () => Promise<boolean>,
): Promise<void> {
  if (shown === undefined || shown === String(fees.send) || (await wasDone())) return;
  throw new Refusal(
    'quote_expired',
    `The fee is now ${feePercent(fees.send)}. Nothing was sent. Reload the page, check the total and send again.`,
  );
}
