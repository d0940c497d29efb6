import { formatAmount, amountOf, usdEquivalentCeil, type Amount, type FiatCode } from '@florin/money';
import { Refusal } from '../../../platform/refusal.ts';
import type { Member } from '../member.ts';

type Caller = Pick<Member, 'key'>;

/**
 * Rejects a wallet other than the wallet of the caller's API key. People may use all. Refusals: `wallet_not_allowed`.
 */
export function assertKeyWallet({ key }: Caller, currency: FiatCode): void {
  if (key?.wallet && key.wallet !== currency)
    throw new Refusal('wallet_not_allowed', `This API key may use the ${key.wallet} wallet only.`);
}

/**
 * Rejects an API key that may not take money from a card or bank account. People may always. Refusals: `scope_missing`.
 */
export function assertKeyCharges({ key }: Caller): void {
  if (key && !key.scopes.includes('deposits:write'))
    throw new Refusal(
      'scope_missing',
      'This API key needs the scope deposits:write to charge a card or bank account. Pay from a wallet instead.',
    );
}

/**
 * Rejects a payment that the caller's API key may not make, regardless of the key's earlier payments. The daily and
 * monthly caps are draws of the payment (`wallets/key-caps.ts`). Refusals: `wallet_not_allowed`,
 * `recipient_not_allowed`, `key_limit_exceeded`.
 *
 * @param recipient the address in lower case
 */
export function assertKeyPayment(
  caller: Caller,
  { amount, recipient }: { readonly amount: Amount<FiatCode>; readonly recipient: string },
): void {
  const { key } = caller;
  if (!key) return;
  assertKeyWallet(caller, amount.asset);
  if (key.recipients.length > 0 && !key.recipients.includes(recipient))
    throw new Refusal('recipient_not_allowed', 'This API key may not pay this recipient.');
  const { payment } = key.caps;
  if (payment !== null && usdEquivalentCeil(amount).units > payment)
    throw new Refusal(
      'key_limit_exceeded',
      `This API key may pay at most ${formatAmount(amountOf('USD', payment))} at once.`,
    );
}
