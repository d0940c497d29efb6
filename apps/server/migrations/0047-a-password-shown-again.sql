-- When a session last showed the password: at its sign-in, or later. docs/decisions/0054.
alter table public.sessions add column password_at timestamptz;

-- A passkey is a second factor, and nodes cache whether a member has one: the caches are told when it comes or goes.
create function public.note_passkey_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('public.identity_changes', 0));
  insert into public.identity_changes (member_id) values (coalesce(new.user_id, old.user_id));
  return null;
end $$;

create constraint trigger note_change after insert or delete on public.passkeys
  deferrable initially deferred for each row
  execute function public.note_passkey_change();
