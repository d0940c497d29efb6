import type { Queryable } from '../platform/database/pool.ts';
import { limitAsset } from './post-batch.ts';

/**
 * The period of an allowance that never ends. The allowance is only drawn on; returns are counted separately, by the
 * day of their draw (`drawsToReturn`).
 */
export const ever = 'ever';

/** An owner's use of an allowance that never ends, in US cents, by the database's clock. */
export type Usage = {
  /** All draws so far, including those that were returned. */
  readonly drawn: bigint;
  readonly day: PeriodUsage;
  readonly month: PeriodUsage;
};

type PeriodUsage = {
  /** The draws before the current period began. */
  readonly before: bigint;
  /** The part of the period's draws that was returned. */
  readonly returned: bigint;
};

export const usedIn = ({ drawn }: Usage, { before, returned }: PeriodUsage): bigint => drawn - before - returned;

/**
 * Returns the total up to which the allowance may be drawn in the period. The value only grows, so an old reading is
 * never too high.
 */
export const drawnAtMost = ({ before, returned }: PeriodUsage, limit: bigint): bigint => before + returned + limit;

type Row = {
  owner: string;
  drawn: bigint;
  before_day: bigint;
  before_month: bigint;
  returned_day: bigint;
  returned_month: bigint;
};

/** Returns the usage of each owner's allowance of this kind. */
export async function readUsage(
  database: Queryable,
  owners: readonly string[],
  kind: string,
): Promise<ReadonlyMap<string, Usage>> {
  const { rows } = await database.query<Row>({
    name: 'usage',
    text: 'select * from ledger.usage($1, $2, $3)',
    values: [owners, kind, limitAsset],
  });
  return new Map(
    rows.map((row) => [
      row.owner,
      {
        drawn: row.drawn,
        day: { before: row.before_day, returned: row.returned_day },
        month: { before: row.before_month, returned: row.returned_month },
      },
    ]),
  );
}
