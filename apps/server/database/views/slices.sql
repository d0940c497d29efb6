-- The data of a slice that other slices may read, in addition to people and the ledger.

-- The names that members gave to addresses, and who got their last payment.
create or replace view public.contact_names as
  select user_id, email, name, sent_to from public.contacts;

-- The requester and the payer of each payment request.
create or replace view public.requests_made as
  select requester_id, recipient_email, asked_id, expires_at from public.payment_requests;

-- Whether a member wants mail, and since when.
create or replace view public.mail_preferences as
  select user_id, email as wanted, email_since as wanted_since, topics from public.notification_preferences;

-- The counts of limits whose period has not ended.
create or replace view public.running_limits as
  select user_id, use, used, counted_until from public.use_counts where counted_until > now();

-- The payouts of the card processor that a bank statement may show.
create or replace view public.expected_card_payouts as
  select id, amount, asset, descriptor, trace from public.card_payouts where not failed;

-- The holds of the withdrawals that are in a payment batch.
create or replace view public.withdrawals_in_batches as
  select hold from public.payouts where hold is not null and state <> 'dropped';

grant select on public.expected_card_payouts, public.withdrawals_in_batches to florin_app;

grant select on public.contact_names, public.requests_made, public.mail_preferences, public.running_limits to florin_app;

-- The name of each business in the address bar.
create or replace view public.business_handles as select id, handle from public.businesses;

grant select on public.business_handles to florin_app;

-- The people of each business with their roles. A frozen or closed person acts for no business.
create or replace view public.business_roles as
  select b.id as business_id, b.handle, p.person_id, p.role, p.since, u.name as person_name, u.email as person_email
  from public.businesses b
  join public.business_people p on p.business_id = b.id
  join public.users u on u.id = p.person_id and u.disabled_at is null;

grant select on public.business_roles to florin_app;

-- The accounts whose test clock was moved. None in live mode.
create or replace view public.moved_accounts as select distinct account_id from public.test_clock_moves;

grant select on public.moved_accounts to florin_app;

-- The secrets of API keys that are not revoked. The key of a person who left a business and came back stays unusable.
create or replace view public.usable_keys as
  select encode(s.digest, 'hex') as digest, least(s.until, k.expires_at) as until, k.id, k.party_id, k.maker_id, k.scopes,
         k.wallet, k.recipients, k.cap_payment, k.cap_day, k.cap_month, k.networks, k.confirmed_payments, r.role, r.handle
  from public.api_key_secrets s
  join public.api_keys k on k.id = s.key_id
  left join public.business_roles r
    on r.business_id = k.party_id and r.person_id = k.maker_id and r.since <= k.created_at
  where k.revoked_at is null and coalesce(least(s.until, k.expires_at) > now(), true)
    and (k.party_id = k.maker_id or r.role is not null);

grant select on public.usable_keys to florin_app;

-- Revoked ones too.
create or replace view public.key_names as select id, name from public.api_keys;

grant select on public.key_names to florin_app;

-- The outcomes of approvals.
create or replace view public.approval_states as
  select id, state, reason from public.approvals;

grant select on public.approval_states to florin_app;
