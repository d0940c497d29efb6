import type { Queryable } from '../../platform/database/pool.ts';

type ForgottenMember = {
  readonly name: string;
  /** Addresses that the member confirmed. */
  readonly emails: readonly string[];
  /** Addresses that the member entered and did not confirm, so they may belong to other people. */
  readonly namedEmails: readonly string[];
};

/**
 * Erases a member from the mails. Abandons the member's unsent mails. Erases finished mails to others that contain the
 * member's address, and notification mails that contain the member's name. Skips unsent mails to others. Otherwise a
 * member could stop a mail by taking a name that appears in the mail. Outside the sandbox, sent mails have no content
 * anyway (`markSent`). Rows and their `once` keys stay.
 */
export async function forgetMails(
  tx: Queryable,
  { name, emails, namedEmails }: ForgottenMember,
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
