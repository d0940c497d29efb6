import { moveProposalTimes } from './features/approvals/index.ts';
import { moveInvitationTimes } from './features/businesses/index.ts';
import { moveWebhookTimes } from './features/events/index.ts';
import { moveWithdrawalWaits } from './features/funding/index.ts';
import { moveInvoiceTimes } from './features/invoices/index.ts';
import { moveKeyTimes } from './features/keys/index.ts';
import { moveCheckTime } from './features/kyc/index.ts';
import { moveQuoteTimes } from './features/quotes/index.ts';
import { moveRequestTimes } from './features/requests/index.ts';
import type { MoveTimes } from './features/sandbox/index.ts';
import { moveHeldSendTimes } from './features/transfers/index.ts';

/** Lists all times that move with an account's test clock. */
export const timeMovers: readonly MoveTimes[] = [
  moveRequestTimes,
  moveHeldSendTimes,
  moveProposalTimes,
  moveInvitationTimes,
  moveKeyTimes,
  moveQuoteTimes,
  moveWithdrawalWaits,
  moveCheckTime,
  moveInvoiceTimes,
  moveWebhookTimes,
];
