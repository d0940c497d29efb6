/** The house states its sums every hour, so a new proof has sums of the last hour or the one before. */
const oldMs = 2 * 3_600_000;

/** Returns whether sums of this time were old at a moment, given in milliseconds. */
export const areOld = (sums: { readonly time: string }, at: number): boolean => at - Date.parse(sums.time) > oldMs;
