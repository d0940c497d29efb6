/** The kinds of a held send's entries: it is held and ends in one of three ways. */
export const heldSendKind = 'send-held';
export const sendClaimedKind = 'send-claimed';
export const sendCanceledKind = 'send-cancelled';
export const sendReturnedKind = 'send-returned';
