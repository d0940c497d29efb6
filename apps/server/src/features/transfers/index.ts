export { transferRoutes } from './routes.ts';
export { sendMoney, sendMetadata } from './send-money.ts';
export { assertKnownRecipient } from './assert-known-recipient.ts';
export { sendPostings } from './postings.ts';
export { sentMoney, describeSend } from './sent-money.ts';
export { scheduleInvitations } from './invite-recipients.ts';
export { personalSends } from './personal-part.ts';
export { heldSend } from './held-send.ts';
export { claimHeldSends, endHeldSends, scheduleHeldSends } from './end-held-sends.ts';
