import { refusalStatus, type RefusalCode } from '@florin/contract';

/** What a call rejects with when it is refused with that code, for `rejects.toMatchObject`. */
export const refusedWith = (code: RefusalCode, more: { detail?: unknown; fields?: unknown } = {}) => ({
  status: refusalStatus[code],
  body: { code, ...more },
});
