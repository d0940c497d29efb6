import { openLedger, type Draw, type JournalEntry, type Ledger, type Standing } from '../src/ledger/index.ts';
import type { Pool, Queryable } from '../src/platform/database/pool.ts';

/**
 * Returns a ledger that moves each entry and its postings to a past moment right after posting. Draws use the
 * allowances of that day and month, so today's limits stay unused. Only for the database's owner: the application's
 * role cannot change entries.
 *
 * @param pool a transaction of the owner
 * @param momentOf must never go back, because an account's postings are ordered by number
 */
export function datedLedger(pool: Pool, momentOf: () => Date): Ledger {
  const ledger = openLedger(pool);
  const withDatedDraws = (entry: JournalEntry, moment: Date): JournalEntry => {
    const draws = entry.draws?.map((draw) => drawOf(draw, moment));
    return { ...entry, ...(draws && { draws }) };
  };
  const dated = async (standing: Standing, moment: Date): Promise<Standing> => {
    if (standing.outcome === 'duplicate') return standing;
    await date(pool, standing.entryId, moment);
    return { ...standing, recordedAt: moment };
  };
  return {
    ...ledger,
    async post(entry, sentences) {
      const moment = momentOf();
      return dated(await ledger.post(withDatedDraws(entry, moment), sentences), moment);
    },
    async postWithin(tx, entry, sentences) {
      const moment = momentOf();
      return dated(await ledger.postWithin(tx, withDatedDraws(entry, moment), sentences), moment);
    },
    async postTogether(all) {
      const moment = momentOf();
      const asked = all.map((one) => ({ ...one, entry: withDatedDraws(one.entry, moment) }));
      const standings: Standing[] = [];
      for (const standing of await ledger.postTogether(asked)) standings.push(await dated(standing, moment));
      return standings;
    },
  };
}

/** Returns the draw with the period's name as in `ledger.periods`. */
function drawOf(draw: Draw, moment: Date): Draw {
  const day = moment.toISOString().slice(0, 'YYYY-MM-DD'.length);
  if (draw.slot === '@day') return { ...draw, slot: day };
  if (draw.slot === '@month') return { ...draw, slot: day.slice(0, 'YYYY-MM'.length) };
  return draw;
}

async function date(database: Queryable, entryId: bigint, moment: Date): Promise<void> {
  const { rowCount } = await database.query({
    name: 'date-entry',
    text: `update ledger.journal_entries set recorded_at = $2
           where id = $1 and exists (select from installation where mode = 'sandbox')`,
    values: [entryId, moment],
  });
  if (rowCount !== 1) throw new Error('an entry of the past was not dated');
  await database.query({
    name: 'date-postings',
    text: `update ledger.postings set recorded_on = ($2::timestamptz at time zone 'UTC')::date where entry_id = $1`,
    values: [entryId, moment],
  });
}
