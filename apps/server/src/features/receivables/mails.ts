import { formatAmount, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { queueMail } from '../mail/index.ts';
import type { Taking } from './taking.ts';

/** The wallet's amount, and the missing amount. */
type Split = { readonly taken: Amount<FiatCode>; readonly missing: Amount<FiatCode> };

/** Notifies the member in the caller's transaction that a deposit was taken back. Members cannot turn this mail off. */
export async function mailTaken(
  tx: Queryable,
  { userId, amount, cause, key }: Taking,
  { taken, missing }: Split,
): Promise<void> {
  await mailTo(tx, userId, {
    once: `taken ${key}`,
    subject: `Your deposit of ${formatAmount(amount)} was taken back`,
    body: [
      whyTaken(cause, formatAmount(amount)),
      ...(missing.units === 0n
        ? ['We took the amount from your balance.']
        : [
            taken.units === 0n
              ? `Your balance did not cover it, so you owe us ${formatAmount(missing)}.`
              : `We took ${formatAmount(taken)} from your balance. You owe us the other ${formatAmount(missing)}.`,
            `Until you have paid it, you cannot send or withdraw money. Add ${formatAmount(missing)} to your ${missing.asset} wallet. Money that arrives there first pays the amount you owe. Then you can send and withdraw again.`,
          ]),
      'If you do not know why this happened, ask the person who paid you, or contact us.',
    ],
  });
}

function whyTaken(cause: Taking['cause'], deposit: string): string {
  switch (cause) {
    case 'recall':
      return `The payer’s bank asked for your deposit of ${deposit} back, so we have to return it.`;
    case 'reversal':
      return `The bank took your deposit of ${deposit} back.`;
    case 'refund':
      return `${deposit} of a card payment was refunded to the card.`;
    case 'dispute':
      return `The cardholder disputes a card payment of ${deposit}, so the card’s bank took it back.`;
  }
}

/** Notifies the member in the caller's transaction that no receivable is open any more. */
export async function mailLifted(
  tx: Queryable,
  userId: string,
  { id, ending }: { readonly id: string; readonly ending: 'paid' | 'written_off' },
): Promise<void> {
  await mailTo(tx, userId, {
    once: `lifted ${id}`,
    subject: 'You can send and withdraw money again',
    body: [
      ending === 'paid' ? 'You have paid what you owed us.' : 'You no longer have to pay the amount that you owed us.',
      'You can send and withdraw money again.',
    ],
  });
}

type Letter = { readonly once: string; readonly subject: string; readonly body: readonly string[] };

/** Closed accounts have no address. */
async function mailTo(tx: Queryable, userId: string, { once, subject, body }: Letter): Promise<void> {
  const { rows } = await tx.query<{ email: string }>('select email from people where id = $1 and closed_at is null', [
    userId,
  ]);
  if (rows[0]) await queueMail(tx, { to: rows[0].email, once, subject, body: body.join('\n\n') });
}
