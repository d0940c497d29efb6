import { reminderBounds, type PaymentRequest } from '@florin/contract';

/** The bounds of reminding, as the reader meets them; undefined where a reminder may go out. */
export function whyNotRemind({ can_remind, reminders }: PaymentRequest): string | undefined {
  if (can_remind) return undefined;
  if (reminders >= reminderBounds.most) return 'Reminded three times';
  return reminders > 0 ? 'Reminded today' : 'Asked today';
}
