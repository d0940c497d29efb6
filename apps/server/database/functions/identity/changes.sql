-- Records changes of members and sessions in identity_changes. Nodes read that table before they use cached members.

-- Runs when a transaction commits. The lock is released when all transactions can see the commit, so a reader of one
-- row sees all rows with a lower number. The lock is the last one of a transaction, so it cannot cause a deadlock.
create or replace function public.record_identity_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('public.identity_changes', 0));
  insert into public.identity_changes (member_id) values ((to_jsonb(old) ->> tg_argv[0])::uuid);
  return null;
end $$;

drop trigger if exists record_change on public.users;
create constraint trigger record_change after update on public.users
  deferrable initially deferred for each row
  when (old.* is distinct from new.*)
  execute function public.record_identity_change('id');

drop trigger if exists record_removal on public.users;
create constraint trigger record_removal after delete on public.users
  deferrable initially deferred for each row
  execute function public.record_identity_change('id');

-- Nodes drop a cached session when it ends, and reload it five minutes after it was last seen. Later `last_seen_at` and
-- `expires_at` need no record.
drop trigger if exists record_change on public.sessions;
create constraint trigger record_change after update on public.sessions
  deferrable initially deferred for each row
  when (to_jsonb(old) - '{last_seen_at,expires_at}'::text[] <> to_jsonb(new) - '{last_seen_at,expires_at}'::text[]
        or new.expires_at < old.expires_at)
  execute function public.record_identity_change('user_id');

drop trigger if exists record_removal on public.sessions;
create constraint trigger record_removal after delete on public.sessions
  deferrable initially deferred for each row
  when (old.expires_at > now())
  execute function public.record_identity_change('user_id');

-- Nodes cache which member an address leads to.
drop trigger if exists record_removal on public.former_addresses;
create constraint trigger record_removal after delete on public.former_addresses
  deferrable initially deferred for each row execute function public.record_identity_change('user_id');

-- A passkey is a second factor, and nodes cache whether a member has one.
create or replace function public.record_passkey_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('public.identity_changes', 0));
  insert into public.identity_changes (member_id) values (coalesce(new.user_id, old.user_id));
  return null;
end $$;

drop trigger if exists record_change on public.passkeys;
create constraint trigger record_change after insert or delete on public.passkeys
  deferrable initially deferred for each row
  execute function public.record_passkey_change();

-- Nodes cache who acts for a business and in which role. The owner of these cached facts is the business.
create or replace function public.record_business_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('public.identity_changes', 0));
  insert into public.identity_changes (member_id) values (coalesce(new.business_id, old.business_id));
  return null;
end $$;

drop trigger if exists record_change on public.business_people;
create constraint trigger record_change after insert or update or delete on public.business_people
  deferrable initially deferred for each row
  execute function public.record_business_change();

-- Nodes cache API keys. Only the secrets of a key change: a rotation adds a secret, and a revocation deletes all
-- secrets.
create or replace function public.record_key_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('public.identity_changes', 0));
  insert into public.identity_changes (member_id)
  select party_id from public.api_keys where id = coalesce(new.key_id, old.key_id);
  return null;
end $$;

drop trigger if exists record_change on public.api_key_secrets;
create constraint trigger record_change after insert or update or delete on public.api_key_secrets
  deferrable initially deferred for each row
  execute function public.record_key_change();
