import { reminderBounds, type PaymentRequest } from '@florin/contract';

/** Returns the reason why no reminder is allowed. Returns undefined if a reminder is allowed. */
export function whyNotRemind({ can_remind, reminders }: PaymentRequest): string | undefined {
  if (can_remind) return undefined;
  if (reminders >= reminderBounds.maximum) return 'Reminded three times';
  return reminders > 0 ? 'Reminded today' : 'Asked today';
}
