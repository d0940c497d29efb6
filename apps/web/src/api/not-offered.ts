import { CallRefused } from '@florin/contract';

const notThere = new Set([404, 405, 501]);

/**
 * A call beyond the specification that another server does not have. Our own server names a code with every error, so
 * that what it does not find is not taken for this.
 */
export const isNotOffered = (error: unknown): boolean =>
  error instanceof CallRefused && notThere.has(error.status) && error.body?.code === undefined;

/** The answer of such a call, or what stands in for it where the server does not have it. */
export const orInstead = <Answer>(call: Promise<Answer>, instead: () => Answer | Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    if (isNotOffered(error)) return instead();
    throw error;
  });

/** The server does not have this call, which is nothing that trying again would change. */
export class NotOffered extends Error {}

/** Tells a call that the server does not have from one that failed. */
export const ifOffered = <Answer>(call: Promise<Answer>): Promise<Answer> =>
  orInstead(call, () => {
    throw new NotOffered('this server does not offer this');
  });
