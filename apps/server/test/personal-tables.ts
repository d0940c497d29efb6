import type { Pool } from '../src/platform/database/pool.ts';

/** One row about the member ($1) in each table that no call of a test fills. */
const rows = [
  `insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth)
   select gen_random_uuid(), $1, id, 'https://push.example/' || id, 'k', 'a' from sessions where user_id = $1 limit 1`,
  `insert into card_customers (user_id, customer_id) values ($1, 'cus_1')`,
  `insert into card_setups (id, user_id, state, ask_after) values (gen_random_uuid(), $1, 'waiting', now())`,
  `insert into screening_hits (subject, member_id, name, found, parties)
   values ('member ' || $1, $1::uuid, 'Zuleika', '[]', '{}')`,
  `insert into taken_deposits (id, user_id, currency, amount, missing, open, cause)
   values (gen_random_uuid(), $1, 'EUR', 100, 0, 0, 'recall')`,
  `insert into news_versions (user_id, versions) values ($1, 'x') on conflict do nothing`,
  `insert into notified_news (user_id, news_id) values ($1, 'x') on conflict do nothing`,
  `insert into plan_notices (user_id, month, kind, plan, price, due_until)
   values ($1, now(), 'plan_ended', 'pro', 999, now())`,
  `insert into use_counts (user_id, use, used, counted_until)
   values ($1, 'look-up', 1, now() + interval '1 hour') on conflict do nothing`,
  'insert into test_clock_moves (key, account_id, seconds) values (gen_random_uuid(), $1, 60)',
  'update users set factor_reset_at = now() where id = $1',
  `insert into former_addresses (email, user_id) values ($1 || '@former.example', $1::uuid)`,
  `insert into member_mails (address, sender_id) values (mail_digest('x'), $1)`,
  `insert into event_parties (user_id, since, requests_read) values ($1, now(), now())`,
  `insert into events (id, user_id, sequence, type, object, happened_at, sealed_body)
   values ('evt_' || $1, $1::uuid, 1, 'session.opened', '/notifications', now(), '')`,
  `insert into batch_payouts (id, owner_id, digest, file_name, state, uploaded_by, started_by)
   values (gen_random_uuid(), $1::uuid, $1::text::bytea, 'Zuleika.csv', 'finished', $1::uuid, $1::uuid)`,
  `insert into webhooks (id, user_id, url, description, types, sealed_secret, set_by)
   values (gen_random_uuid(), $1, 'https://zuleika.example/', 'Zuleika', '{}', '', $1)`,
  `insert into webhook_deliveries (id, webhook_id, event_id, sequence, object)
   select gen_random_uuid(), id, 'evt_' || $1::text, 1, '/notifications' from webhooks where user_id = $1::uuid`,
  `insert into webhook_attempts (delivery_id, attempted_at, took_ms, url, answer)
   select d.id, now(), 1, w.url, 'Zuleika' from webhook_deliveries d join webhooks w on w.id = d.webhook_id
   where w.user_id = $1`,
];

const proposal = `
  insert into operator_proposals (id, request_hash, kind, subject, member_id, parameters, reason, proposed_by)
  values (gen_random_uuid(), 1, 'return_order', $1::text, $1::uuid, '{"told": "Dear Zuleika"}', 'Zuleika asked', $2)`;

/** Adds personal data of a member to the tables that a test does not fill by calls. */
export async function fillPersonalTables(owner: Pool, memberId: string, operatorId: string): Promise<void> {
  for (const row of rows) await owner.query(row, [memberId]);
  await owner.query(proposal, [memberId, operatorId]);
}
