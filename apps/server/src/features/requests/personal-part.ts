import { reminderBounds } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import type { Member, PersonalPart } from '../identity/index.ts';
import { requestPaidKind } from './request-ending.ts';
import { allRequests } from './request-store.ts';
import { requestView, type RequestSettings } from './request-view.ts';

type Dependencies = RequestSettings & { readonly pool: Pool };

/** Requests that a member sent or received. A closed account gets no reminders. */
export const personalRequests = (dependencies: Dependencies): PersonalPart => ({
  name: 'requests',
  read: (member) => viewsOf(dependencies, member),
  underWay: async (tx, { id }) => {
    const { rowCount } = await tx.query(
      `select from payment_requests r where requester_id = $1 and expires_at > now()
         and not exists (select from books.contested_entries e where e.key = r.ending_key)`,
      [id],
    );
    return rowCount ? 'Some of your payment requests are still open. Cancel them first.' : undefined;
  },
  /** Deletes the earlier holder's requests, except paid ones, because the ledger refers to them. */
  handOver: async (tx, { id }) => {
    await tx.query(
      `delete from payment_requests r where requester_id = $1 and not exists (
         select from books.contested_entries e where e.key = r.ending_key and e.kind = '${requestPaidKind}')`,
      [id],
    );
  },
  forget: async (tx, { id, email, emailConfirmed }, tombstone) => {
    await tx.query('update payment_requests set note = null where requester_id = $1', [id]);
    // A request to an unconfirmed address stays for its next holder, because the address was never the member's.
    if (!emailConfirmed) return;
    await tx.query(
      `update payment_requests set recipient_email = $3, asked_id = null, reminders = greatest(reminders, $4)
       where asked_id = $1
          or asked_id is null and recipient_email in (select email from addresses where user_id = $1 union select $2)`,
      [id, email, tombstone.email, reminderBounds.maximum],
    );
  },
});

async function* viewsOf(dependencies: Dependencies, member: Member) {
  for await (const request of allRequests(dependencies.pool, member)) yield requestView(request, member, dependencies);
}
