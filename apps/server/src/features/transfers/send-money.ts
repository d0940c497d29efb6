import type { Policy, Transaction } from '@florin/contract';
import { priceSend, type Amount, type FiatCode } from '@florin/money';
import type { EntryMetadata, JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { History } from '../activity/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { assertKeyPayment, type Member, type Payer, type People, type Person } from '../identity/index.ts';
import { insufficientBalance, type Outflows } from '../wallets/index.ts';
import { assertKnownRecipient } from './assert-known-recipient.ts';
import { assertShownFee } from './assert-shown-fee.ts';
import { assertFewCancellations } from './cancellation-limit.ts';
import { heldSendKind } from './held-send-kinds.ts';
import { writeHeldSend } from './held-send-store.ts';
import { isMailedSoon } from './invite-recipients.ts';
import { sendPostings } from './postings.ts';
import { sendKind } from './sent-money.ts';

export type SendMoney = {
  readonly recipientEmail: string;
  /** The member with this address, if the lookup has already started. */
  readonly recipient?: Promise<Person | undefined>;
  readonly amount: Amount<FiatCode>;
  readonly note: string | undefined;
  /** True if the sender still needs two-factor confirmation. */
  readonly needsFactor: boolean;
  /** The fee that the sender's page shows, in basis points. */
  readonly shownFee?: string | undefined;
};

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly outflows: Outflows;
  readonly people: People;
  readonly history: History;
  readonly contacts: Contacts;
  readonly policy: Policy;
  readonly rateLimits: boolean;
};

/**
 * Sends money. The recipient gets the amount and the sender also pays the fee. The ledger decides balance, limits
 * and posting together. Money for an address without an account is held until its confirmation.
 *
 * Errors: `recipient_is_self`, those of the caller's API key, `quote_expired`, `second_factor_required`, `insufficient_balance`, `limit_exceeded`, `too_many_requests`
 * after many canceled sends to addresses without an account, and the ledger's.
 */
export async function sendMoney(
  dependencies: Dependencies,
  sender: Payer,
  command: Command,
  send: SendMoney,
): Promise<Transaction> {
  if (send.recipientEmail === sender.email) throw recipientIsSelf();
  assertKeyPayment(sender, { amount: send.amount, recipient: send.recipientEmail });
  await assertShownFee(dependencies.policy, send.shownFee, () => dependencies.ledger.hasEntry(sender.id, command.key));
  const { recipientEmail: email, needsFactor } = send;
  const member = await (send.recipient ?? dependencies.people.byEmail(email));
  if (member?.id === sender.id) throw recipientIsSelf(); // a former address
  if (needsFactor)
    await assertKnownRecipient(dependencies, sender.id, { email, accountId: member?.id, key: command.key });
  const recipient = member ?? (await dependencies.people.invite(email));
  if (!member && dependencies.rateLimits) await assertFewCancellations(dependencies.pool, sender.id);
  const isMailed = member !== undefined || (await isMailedSoon(dependencies, sender.id, recipient));
  const content = member
    ? await directEntry(dependencies, sender, command, { ...send, recipient })
    : await heldEntry(dependencies, sender, command, { ...send, recipient });
  const { entry, standing, isProposed } = await dependencies.outflows.post(dependencies.ledger, sender, send, content, {
    insufficient: () => insufficientBalance(priceSend(send.amount, dependencies.policy.fees.send).total),
  });
  // Only a payment that was made shows that the sender knows the recipient.
  if (!isProposed) await dependencies.contacts.remember(sender.id, recipient);
  const line = await dependencies.history.lineOf(sender, 'send', { entry, standing, known: [sender, recipient] });
  return isMailed ? line : { ...line, email_sent: false };
}

const recipientIsSelf = () => new Refusal('recipient_is_self', 'You cannot send money to yourself.');

type Addressed = Omit<SendMoney, 'recipient'> & { readonly recipient: Person };

async function directEntry(
  { ledger, policy }: Dependencies,
  sender: Member,
  command: Command,
  { amount, note, recipient }: Addressed,
): Promise<JournalEntry> {
  const price = priceSend(amount, policy.fees.send);
  const [senderWallet, recipientWallet, fees] = await Promise.all([
    ledger.walletId(sender.id, amount.asset),
    ledger.walletId(recipient.id, amount.asset),
    ledger.houseId('fees', amount.asset),
  ]);
  return {
    ...command,
    actor: sender.id,
    kind: sendKind,
    metadata: { recipient: recipient.id, fee: String(price.fee.units), note },
    postings: sendPostings({ sender: senderWallet, recipient: recipientWallet, fees }, price),
  };
}

/** Reserves amount and fee. The claim later posts the same lines as a direct send. */
async function heldEntry(
  { pool, ledger, policy }: Dependencies,
  sender: Member,
  command: Command,
  { amount, note, recipient }: Addressed,
): Promise<JournalEntry> {
  const price = priceSend(amount, policy.fees.send);
  const isHeld = await ledger.hasEntry(sender.id, command.key);
  const expiresAt = await writeHeldSend(pool, {
    key: command.key,
    senderId: sender.id,
    inviteeId: recipient.id,
    isHeld,
  });
  return {
    ...command,
    actor: sender.id,
    kind: heldSendKind,
    metadata: sendMetadata(sender, recipient, price, note),
    postings: [],
    reserve: { account: await ledger.walletId(sender.id, amount.asset), units: price.total.units, expiresAt },
  };
}

export const sendMetadata = (
  sender: Person,
  recipient: Person,
  { amount, fee }: { amount: Amount; fee: Amount },
  note: string | undefined,
): EntryMetadata => ({
  sender: sender.id,
  recipient: recipient.id,
  amount: String(amount.units),
  fee: String(fee.units),
  note,
});
