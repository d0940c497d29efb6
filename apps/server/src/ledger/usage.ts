import type { Queryable } from '../platform/database/pool.ts';
import { limitAsset } from './post-batch.ts';

/**
 * The period of an allowance that never ends. It is only drawn on: what is given back is counted apart, by the day on
 * which it was drawn (`drawsToReturn`).
 */
export const ever = 'ever';

/** What an owner has drawn of such an allowance, in cents of a dollar, by the database's clock. */
export type Usage = {
  /** Ever, with what was given back since. */
  readonly drawn: bigint;
  readonly day: PeriodUsage;
  readonly month: PeriodUsage;
};

type PeriodUsage = {
  /** Drawn before the running period began. */
  readonly before: bigint;
  /** Given back of what was drawn in it. */
  readonly returned: bigint;
};

export const usedIn = ({ drawn }: Usage, { before, returned }: PeriodUsage): bigint => drawn - before - returned;

/** Up to where the allowance may be drawn in that period. It only grows: an old reading is too strict, never too lax. */
export const drawnAtMost = ({ before, returned }: PeriodUsage, limit: bigint): bigint => before + returned + limit;

type Row = {
  owner: string;
  drawn: bigint;
  before_day: bigint;
  before_month: bigint;
  returned_day: bigint;
  returned_month: bigint;
};

/** The usage of each owner's allowance of that kind. */
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
