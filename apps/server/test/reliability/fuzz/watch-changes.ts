import type { Pool } from '../../../src/platform/database/pool.ts';

export type Change = { readonly place: string; readonly op: string; readonly row: string };

/**
 * Records every row change in every table. A rollback removes its records. Recording is more precise than a digest of
 * the tables, and fast enough for every request.
 */
export async function watchChanges(ownerPool: Pool) {
  await ownerPool.query(`
    create table public.seen_changes (n bigint generated always as identity, place text, op text, was jsonb, row jsonb);
    create function public.see_change() returns trigger language plpgsql security definer as $$
    begin
      if tg_op = 'UPDATE' and new is not distinct from old then return null; end if;
      insert into public.seen_changes (place, op, was, row)
      values (tg_table_schema || '.' || tg_table_name, tg_op,
              case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
      return null;
    end $$;`);
  const { rows } = await ownerPool.query<{ place: string }>(
    `select c.oid::regclass::text as place from pg_class c
     where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'seen_changes'
       and c.relnamespace in ('public'::regnamespace, 'ledger'::regnamespace)`,
  );
  for (const { place } of rows)
    await ownerPool.query(
      `create trigger see_change after insert or update or delete on ${place} for each row execute function public.see_change()`,
    );
  return {
    tables: rows.length,
    /** Returns the changes since the last call and forgets them. Leaves out changes that were taken back. */
    drain: async (): Promise<Change[]> => {
      const drained = await ownerPool.query<Step>(
        `with drained as (delete from public.seen_changes returning *)
         select place, op, coalesce(row, was)::text as row, was::text from drained order by n`,
      );
      return drained.rows.filter((step) => !drained.rows.some((other) => areOpposite(step, other)));
    },
  };
}

type Step = Change & { readonly was: string | null };

/**
 * Returns whether one of two updates takes the other back. The ledger moves the amounts of an entry, and moves them
 * back in the same statement if the entry's key turns out to be used.
 */
const areOpposite = (one: Step, other: Step) =>
  one.op === 'UPDATE' &&
  other.op === 'UPDATE' &&
  one.place === other.place &&
  one.row === other.was &&
  one.was === other.row;

/**
 * Returns whether a rejected request may leave this change. These changes are allowed, because they move no money: a
 * counter against guessing, a session's last use, a recorded intention, and an empty account that was opened to decide
 * the request under its lock.
 */
export function mayStand({ place, op, row }: Change): boolean {
  if (counters.has(place) || (intentions.has(place) && op !== 'DELETE')) return true;
  if (place === 'public.sessions') return op === 'UPDATE'; // its last use or password confirmation
  if (place === 'public.identity_changes') return op === 'INSERT'; // makes every node reload the session
  if (place !== 'ledger.accounts' || op !== 'INSERT') return false;
  const { posted, held, seq } = JSON.parse(row) as { posted: number; held: number; seq: number };
  return posted === 0 && held === 0 && seq === 0;
}

const counters = new Set(['public.login_failures', 'public.use_counts', 'public.password_reset_requests']);

/**
 * Tables in which a command records its intention before the ledger or the payment rail decides, so that an interrupted
 * command can continue.
 */
const intentions = new Set(['public.command_keys', 'public.invitees', 'public.held_sends', 'public.charges']);
