import { refusalStatus, type RefusalCode } from '@florin/contract';

/** Returns the expected rejection of a call with this error code, for `rejects.toMatchObject`. */
export const refusedWith = (code: RefusalCode, more: { detail?: unknown; fields?: unknown } = {}) => ({
  status: refusalStatus[code],
  body: { code, ...more },
});
