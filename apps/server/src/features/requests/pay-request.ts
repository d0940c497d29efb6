import type { Policy, Transaction } from '@florin/contract';
import { priceSend } from '@florin/money';
import type { Logger } from 'pino';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { History } from '../activity/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { assertKeyPayment, type Member, type Payer } from '../identity/index.ts';
import { assertKnownRecipient, assertShownFee, sendMetadata, sendPostings } from '../transfers/index.ts';
import { insufficientBalance, type Outflows } from '../wallets/index.ts';
import { notifyRequestEnding } from './notify-request-change.ts';
import { endingOf, endingRefusals, requestPaidKind } from './request-ending.ts';
import { findRequest, type MoneyRequest } from './request-store.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly outflows: Outflows;
  readonly history: History;
  readonly contacts: Contacts;
  readonly policy: Policy;
  readonly logger: Logger;
};

/**
 * Pays a request once. The entry's key belongs to the request, not to the command, so concurrent payers cannot both
 * pay. A repeat by the payer gets the first answer. A business can propose the payment again after others refused it. Posts
 * the same lines as a send.
 *
 * Errors: `not_found`, `recipient_is_self`, those of the caller's API key, `quote_expired`, `request_not_open`, `second_factor_required`, `insufficient_balance`,
 * `limit_exceeded`, and the ledger's.
 */
export async function payRequest(
  dependencies: Dependencies,
  payer: Payer,
  id: string,
  { key: commandKey }: Pick<Command, 'key'>,
  { needsFactor, shownFee }: { readonly needsFactor: boolean; readonly shownFee?: string | undefined },
): Promise<Transaction> {
  const { pool, ledger, outflows, history, contacts, policy } = dependencies;
  const request = await findRequest(pool, payer, id);
  if (request.requester.id === payer.id) throw new Refusal('recipient_is_self', 'You cannot pay your own request.');
  assertKeyPayment(payer, { amount: request.amount, recipient: request.requester.email });
  await assertShownFee(policy, shownFee, async () => request.state !== 'open');
  // An ended request needs no confirmation: its payer gets the first answer, other members get an error.
  if (needsFactor && request.state === 'open')
    await assertKnownRecipient(dependencies, payer.id, {
      email: request.requester.email,
      accountId: request.requester.id,
      key: request.endingKey,
    });
  const content = await paymentEntry(dependencies, payer, request);
  const { amount } = request;
  const leaving = { amount, needsFactor, recipientEmail: request.requester.email, commandKey };
  const { entry, standing, isProposed } = await outflows.post(ledger, payer, leaving, content, {
    ...endingRefusals,
    insufficient: () => insufficientBalance(priceSend(amount, policy.fees.send).total),
  });
  if (!isProposed) {
    await contacts.remember(payer.id, request.requester);
    await notifyRequestEnding(dependencies, request, payer.id);
  }
  return history.lineOf(payer, 'send', { entry, standing, known: [payer, request.requester] });
}

async function paymentEntry(
  { ledger, policy }: Pick<Dependencies, 'ledger' | 'policy'>,
  payer: Member,
  request: MoneyRequest,
): Promise<JournalEntry> {
  const { requester, note } = request;
  const price = priceSend(request.amount, policy.fees.send);
  const [sender, recipient, fees] = await Promise.all([
    ledger.walletId(payer.id, price.amount.asset),
    ledger.walletId(requester.id, price.amount.asset),
    ledger.houseId('fees', price.amount.asset),
  ]);
  return {
    ...endingOf(request, requestPaidKind, payer.id),
    metadata: { ...sendMetadata(payer, requester, price, note), request: request.id },
    postings: sendPostings({ sender, recipient, fees }, price),
  };
}
