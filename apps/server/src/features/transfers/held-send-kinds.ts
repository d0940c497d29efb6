/** The entries that a send to an address without an account is made of: it is held, and ends in one of three ways. */
export const heldSendKind = 'send-held';
export const sendClaimedKind = 'send-claimed';
export const sendCancelledKind = 'send-cancelled';
export const sendReturnedKind = 'send-returned';
