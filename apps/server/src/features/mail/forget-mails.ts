import type { Queryable } from '../../platform/database/pool.ts';

type Leaver = { readonly name: string; readonly emails: readonly string[] };

/**
 * Takes somebody out of the outbox: what was mailed to them, and what was mailed to others and names them. What of it is
 * still waiting is not sent any more. That something was mailed once stays.
 */
export async function forgetMails(
  tx: Queryable,
  { name, emails }: Leaver,
  tombstone: { email: string },
): Promise<void> {
  await tx.query(
    `update mails set recipient = case when recipient = any ($1) then $3 else recipient end, subject = 'Erased', body = '',
                      link = null, last_error = null,
                      given_up_at = case when sent_at is null then coalesce(given_up_at, now()) else given_up_at end
     where recipient = any ($1)
        or exists (select from unnest($1 || $2) word where position(word in concat_ws(' ', subject, body, link)) > 0)`,
    [emails, [name], tombstone.email],
  );
}
