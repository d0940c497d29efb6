import { CallRefused } from '@florin/contract';

const notThere = new Set([404, 405, 501]);

/**
 * Whether another server does not support a call beyond the specification. Our own server sends a code with every
 * error, so its 404s do not count.
 */
export const isNotOffered = (error: unknown): boolean =>
  error instanceof CallRefused && notThere.has(error.status) && error.body?.code === undefined;

/** Returns the call's response, or the fallback if the server does not support the call. */
export const orFallback = <Answer>(call: Promise<Answer>, fallback: () => Answer | Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    if (isNotOffered(error)) return fallback();
    throw error;
  });

/** The server does not support a call. A retry would not help. */
export class NotOffered extends Error {}

/** Throws NotOffered instead of the original error if the server does not support the call. */
export const ifOffered = <Answer>(call: Promise<Answer>): Promise<Answer> =>
  orFallback(call, () => {
    throw new NotOffered('the server does not support this call');
  });
