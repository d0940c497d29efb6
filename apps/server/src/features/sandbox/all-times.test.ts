import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillDueTimes } from '../../../test/fill-due-times.ts';
import { advance, daySeconds } from '../../../test/test-clock.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { startReceiver } from '../../../test/webhook-receiver.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

/** The times that move with an account's test clock: due times, and starts of waits. */
const moved = [
  'api_key_secrets.until',
  'api_keys.expires_at',
  'approvals.expires_at',
  'business_invitations.expires_at',
  'held_sends.expires_at',
  'invoices.mailed_at',
  'kyc_cases.next_check_at',
  'payment_methods.usable_from',
  'payment_requests.expires_at',
  'payment_requests.reminded_at',
  'quotes.expires_at',
  'webhook_deliveries.created_at',
  'webhook_deliveries.due_at',
  'webhooks.failed_at',
  'webhooks.failing_since',
  'webhooks.next_attempt_at',
  'webhooks.old_secret_until',
];

/** Times that stay and are compared with the account's time, because the calendar or a document fixes them. */
const comparedWithTheClock = [
  'invoices.due_on',
  'invoices.issued_at',
  'subscriptions.started_at',
  'subscriptions.ends_at',
  'subscriptions.grace_until',
  'plan_notices.month',
  'plan_notices.due_until',
  'test_clock_moves.moved_at',
];

/**
 * Times of sign-ins and of limits against abuse. These times follow the server's time, even if an account moves its
 * test clock.
 */
const security = [
  'card_reading.read_until',
  'email_changes.created_at',
  'email_changes.expires_at',
  'email_confirmations.created_at',
  'email_confirmations.expires_at',
  'login_failures.blocked_until',
  'login_failures.updated_at',
  'member_mails.mailed_at',
  'passkey_challenges.expires_at',
  'password_reset_requests.requested_at',
  'password_resets.created_at',
  'password_resets.expires_at',
  'phone_codes.expires_at',
  'sessions.created_at',
  'sessions.expires_at',
  'sessions.factor_at',
  'sessions.last_seen_at',
  'sessions.password_at',
  'use_counts.counted_until',
  'users.factor_reset_at',
];

/** The work of the server and of operators, which no account owns. */
const work = [
  'card_setups.ask_after',
  'charges.ask_after',
  'charges.working_until',
  'event_parties.check_at',
  'event_parties.requests_read',
  'event_parties.since',
  'mails.next_attempt_at',
  'news_polls.began_at',
  'news_polls.changed_since',
  'news_polls.polled_at',
  'operator_proposals.expires_at',
  'operator_proposals.proposed_at',
  'price_moves.begins',
  'price_moves.ends',
  'push_messages.next_attempt_at',
  'recurring_jobs.done_at',
  'recurring_jobs.next_run_at',
  'texts.expires_at',
  'texts.next_attempt_at',
];

/** The books, whose entries keep their order of time. The sender's row has the deadline of a hold (`held_sends`). */
const ledger = [
  'arrived_entries.effective_at',
  'arrived_entries.recorded_at',
  'arrived_holds.expires_at',
  'closures.closed_at',
  'closures.reopened_at',
  'contested_keys.recorded_at',
  'departed.departed_at',
  'holds.expires_at',
  'journal_entries.effective_at',
  'journal_entries.recorded_at',
  'postings.recorded_on',
  'sweeps.ended_at',
  'sweeps.started_at',
];

/** When something happened. */
const records = [
  'account_changes.done_at',
  'account_changes.received_at',
  'address_traces.denied_at',
  'api_keys.created_at',
  'api_keys.last_used_at',
  'api_keys.revoked_at',
  'approvals.ended_at',
  'approvals.notified_at',
  'approvals.proposed_at',
  'approvals.settled_at',
  'approvals_given.at',
  'arrived_postings.recorded_on',
  'authenticators.created_at',
  'avatars.created_at',
  'bank_files.imported_at',
  'bank_lines.booked',
  'bank_lines.value_date',
  'bank_statements.from_date',
  'bank_statements.to_date',
  'business_acts.at',
  'business_files.added_at',
  'business_invitations.ended_at',
  'business_invitations.invited_at',
  'business_people.since',
  'businesses.decided_at',
  'businesses.opened_at',
  'businesses.submitted_at',
  'candles.start',
  'card_reading.opened_at',
  'card_setups.created_at',
  'card_transactions.at',
  'charges.created_at',
  'command_keys.bound_at',
  'contacts.created_at',
  'contacts.last_sent_at',
  'data_keys.created_at',
  'day_reports.closed_at',
  'day_reports.day',
  'document_traces.denied_at',
  'email_changes.used_at',
  'email_confirmations.used_at',
  'events.happened_at',
  'exchange_rates.ages_from',
  'exchange_rates.rates_at',
  'exchange_rates.said_at',
  'former_addresses.since',
  'held_sends.created_at',
  'held_sends.invited_at',
  'identity_changes.changed_at',
  'installation.opened_at',
  'installation.seeded_at',
  'invitees.invited_at',
  'invoice_payments.paid_at',
  'invoices.auto_reminded_at',
  'invoices.created_at',
  'known_devices.first_seen_at',
  'kyc_cases.new_name_at',
  'kyc_cases.submitted_at',
  'kyc_decisions.decided_at',
  'kyc_files.added_at',
  'mail_keys.created_at',
  'mails.created_at',
  'mails.given_up_at',
  'mails.sent_at',
  'member_changes.changed_at',
  'migrations.ran_at',
  'notification_preferences.email_since',
  'notification_preferences.sms_since',
  'notification_reads.read_until',
  'notified_news.notified_at',
  'operator_accounts.closed_on',
  'operator_acts.at',
  'operator_proposals.decided_at',
  'passkeys.created_at',
  'passkeys.last_used_at',
  'passkeys.review_since',
  'password_resets.used_at',
  'payment_batches.decided_at',
  'payment_batches.in_outbox_at',
  'payment_batches.made_at',
  'payment_batches.sent_at',
  'payment_methods.created_at',
  'payment_methods.removed_at',
  'payment_methods.review_since',
  'payment_requests.created_at',
  'payment_rules.changed_at',
  'plan_changes.changed_at',
  'plan_notices.at',
  'push_keys.created_at',
  'push_subscriptions.created_at',
  'quotes.created_at',
  'recovery_codes.used_at',
  'screening_hits.decided_at',
  'screening_hits.found_at',
  'taken_deposits.ended_at',
  'taken_deposits.taken_at',
  'texts.created_at',
  'texts.given_up_at',
  'texts.sent_at',
  'unowned_money.at',
  'users.closed_at',
  'users.created_at',
  'users.disabled_at',
  'users.email_confirmed_at',
  'users.password_changed_at',
  'users.phone_confirmed_at',
  'users.restricted_at',
  'users.two_factor_at',
  'webhook_attempts.attempted_at',
  'webhook_keys.created_at',
  'batch_payout_rows.paid_at',
  'batch_payout_starts.ended_at',
  'batch_payout_starts.started_at',
  'batch_payouts.ended_at',
  'batch_payouts.started_at',
  'batch_payouts.uploaded_at',
  'document_keys.created_at',
  'invoice_payments.removed_at',
  'invoices.changed_at',
  'log_anchors.asked_at',
  'log_anchors.made_at',
  'log_anchors.stamped_at',
  'log_heads.made_at',
  'log_keys.created_at',
  'log_sums.made_at',
  'log_witness_failures.asked_at',
  'log_witness_failures.due_at',
  'log_witness_failures.failing_since',
  'log_witnesses.signed_at',
  'witnessed_logs.added_at',
  'webhooks.active_since',
  'webhooks.created_at',
  'webhooks.disabled_at',
  'webhooks.given_up_at',
  'webhooks.warned_at',
];

test('each time column in the database either moves with the test clock or has a reason not to move', async () => {
  const { rows } = await florin.database.ownerPool.query<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema in ('public', 'ledger') and t.table_type = 'BASE TABLE'
       and c.data_type in ('timestamp with time zone', 'timestamp without time zone', 'date')
       and c.table_name !~ '^postings_\\d'
     order by 1`,
  );
  const stated = [...moved, ...comparedWithTheClock, ...security, ...work, ...ledger, ...records];
  expect(stated.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test('a move of the test clock of one account makes all its times earlier, and does not change times of other accounts', async () => {
  const receiver = await startReceiver(() => ({ status: 500 }));
  const [ines, jonas] = [await florin.signUpWith('100.00'), await florin.signUpWith('100.00')];
  for (const member of [ines, jonas]) await fillDueTimes(florin, member, receiver.url);
  const owner = florin.database.ownerPool;
  const due = new Date(Date.now() + 20 * daySeconds * 1_000);
  const columns = moved.map((name) => name.split('.') as [string, string]);
  for (const [table, column] of columns)
    await owner.query(`update ${table} set ${column} = $1${column === 'until' ? ' where until is not null' : ''}`, [
      due,
    ]);
  await advance(ines.client, daySeconds);
  const outcome: unknown[] = [];
  for (const [table, column] of columns) {
    const { rows } = await owner.query<{ days: number }>(
      `select distinct round(extract(epoch from $1 - ${column}) / $2)::int as days
       from ${table} where ${column} is not null order by 1`,
      [due, daySeconds],
    );
    outcome.push([`${table}.${column}`, ...rows.map(({ days }) => days)]);
  }
  expect(outcome).toEqual(moved.map((name) => [name, 0, 1]));
  await receiver.close();
});
