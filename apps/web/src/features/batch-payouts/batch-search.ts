/**
 * The states of rows that the page can show alone. This list does not come from the contract, because every page loads
 * the routes.
 */
const states = ['ready', 'paid', 'failed', 'not_run', 'invalid'] as const;
export type RowFilter = (typeof states)[number];

/** `/batch-payouts/7?state=failed`: the state of the shown rows. */
export function readBatchSearch({ state }: { state?: unknown }): { state?: RowFilter } {
  const known = states.find((each) => each === state);
  return known === undefined ? {} : { state: known };
}
