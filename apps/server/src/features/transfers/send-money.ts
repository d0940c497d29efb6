import type { Transaction } from '@florin/contract';
import { priceSend, type Amount, type FiatCode } from '@florin/money';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { History } from '../activity/index.ts';
import type { Member, People, Person } from '../identity/index.ts';
import { insufficientBalance, outflowDraws, outflowRefusal } from '../wallets/index.ts';
import { sendPostings } from './postings.ts';
import { sendKind } from './sent-money.ts';

export type SendMoney = {
  readonly recipientEmail: string;
  readonly amount: Amount<FiatCode>;
  readonly note: string | undefined;
};

type Dependencies = { readonly ledger: Ledger; readonly people: People; readonly history: History };

/**
 * Sends money to a member. The recipient gets the amount, the sender pays 2 % more; balance, limits and posting are
 * decided together in the ledger.
 *
 * Refusals: `recipient_not_found`, `recipient_is_self`, `insufficient_balance`, `limit_exceeded`, and the ledger's.
 */
export async function sendMoney(
  { ledger, people, history }: Dependencies,
  sender: Member,
  command: Command,
  { recipientEmail, amount, note }: SendMoney,
): Promise<Transaction> {
  const recipient = await recipientOf(people, sender, recipientEmail);
  const price = priceSend(amount);
  const [senderWallet, recipientWallet, fees] = await Promise.all([
    ledger.walletId(sender.id, amount.asset),
    ledger.walletId(recipient.id, amount.asset),
    ledger.houseId('fees', amount.asset),
  ]);
  const entry: JournalEntry = {
    ...command,
    actor: sender.id,
    kind: sendKind,
    metadata: {
      sender: sender.id,
      recipient: recipient.id,
      amount: String(amount.units),
      fee: String(price.fee.units),
      note,
    },
    postings: sendPostings({ sender: senderWallet, recipient: recipientWallet, fees }, price),
    draws: outflowDraws(sender, amount),
  };
  const standing = await ledger.post(entry, {
    insufficient: () => insufficientBalance(price.total),
    limit: outflowRefusal,
  });
  return history.lineOf(sender, 'send', { entry, standing, known: [sender, recipient] });
}

async function recipientOf(people: People, sender: Member, email: string): Promise<Person> {
  if (email === sender.email) throw new Refusal('recipient_is_self', 'You cannot send money to yourself.');
  const recipient = await people.byEmail(email);
  if (!recipient)
    throw new Refusal('recipient_not_found', 'There is no Florin account with this email.', {
      fields: { recipient_email: 'There is no Florin account with this email.' },
    });
  return recipient;
}
