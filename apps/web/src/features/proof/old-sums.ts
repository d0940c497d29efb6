/** The house states its sums every hour, so the sums of a new proof are at most two hours old. */
const oldMs = 2 * 3_600_000;

/** Returns whether the sums were old at `at`, in milliseconds. */
export const areOld = (sums: { readonly time: string }, at: number): boolean => at - Date.parse(sums.time) > oldMs;
