import { randomInt } from 'node:crypto';

/** FLORIN_KILL_STRIDE=4 kills at every fourth step only, from a random one on. */
export const killStride = Number(process.env['FLORIN_KILL_STRIDE'] ?? 1);

/** The first step at which to kill, counted from 1. */
export const firstKill = (stride = killStride): number => 1 + randomInt(stride);
