import type { Queryable } from '../../platform/database/pool.ts';

type Leaver = {
  readonly name: string;
  /** Addresses that were shown to be theirs. */
  readonly emails: readonly string[];
  /** Addresses that they only named: these may be other people's. */
  readonly namedEmails: readonly string[];
};

/**
 * Takes somebody out of the mails. What still waits for them is not sent any more. What was mailed to others and names
 * them is found by its words, and nobody may stop a mail by calling themselves what stands in it: so that is done only to
 * mails that are through, which outside the sandbox hold no words any more (`markSent`), and by a name alone only to news,
 * never to a mail that somebody needs to sign in. That something was mailed once stays.
 */
export async function forgetMails(
  tx: Queryable,
  { name, emails, namedEmails }: Leaver,
  tombstone: { email: string },
): Promise<void> {
  await tx.query(
    `update mails set recipient = case when recipient = any ($1::text[] || $2::text[]) then $4 else recipient end, subject = 'Erased',
                      body = '', link = null, extras = null, sealed_link = null, last_error = null,
                      given_up_at = case when sent_at is null then coalesce(given_up_at, now()) else given_up_at end
     where recipient = any ($1)
        or recipient = any ($2) and (sent_at is not null or given_up_at is not null)
        or body <> '' and (sent_at is not null or given_up_at is not null) and (
             exists (select from unnest($1 || $2) email where position(email in concat_ws(' ', subject, body, link)) > 0)
             or once like 'news %' and position($3::text in concat_ws(' ', subject, body)) > 0)`,
    [emails, namedEmails, name, tombstone.email],
  );
}
