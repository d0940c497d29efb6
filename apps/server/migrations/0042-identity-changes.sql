-- Who is no longer what a node may have kept of them: it looks here before it uses what it kept. docs/decisions/0050.
create table public.identity_changes (
  id         bigint      primary key generated always as identity,   -- in the order in which they become visible
  mark       uuid        not null default gen_random_uuid(),         -- no other past has a row with this one
  member_id  uuid        not null,
  changed_at timestamptz not null default clock_timestamp()
);

-- Never empty, so that the last one that somebody knows can always be compared.
insert into public.identity_changes (member_id) values ('00000000-0000-0000-0000-000000000000');

-- Called when a transaction commits. The lock is let go of when all can see the commit: whoever sees a row sees all that
-- have a lower number. It is the last that a transaction takes, so that nobody waits for somebody who waits for it.
create function public.note_identity_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('public.identity_changes', 0));
  insert into public.identity_changes (member_id) values ((to_jsonb(old) ->> tg_argv[0])::uuid);
  return null;
end $$;

create constraint trigger note_change after update on public.users
  deferrable initially deferred for each row
  when (old.* is distinct from new.*)
  execute function public.note_identity_change('id');

create constraint trigger note_removal after delete on public.users
  deferrable initially deferred for each row
  execute function public.note_identity_change('id');

-- What is kept of a session ends with it, and is read again five minutes after the session was last seen: neither that it
-- was seen nor that it lasts longer is told.
create constraint trigger note_change after update on public.sessions
  deferrable initially deferred for each row
  when (to_jsonb(old) - '{last_seen_at,expires_at}'::text[] <> to_jsonb(new) - '{last_seen_at,expires_at}'::text[]
        or new.expires_at < old.expires_at)
  execute function public.note_identity_change('user_id');

create constraint trigger note_removal after delete on public.sessions
  deferrable initially deferred for each row
  when (old.expires_at > now())
  execute function public.note_identity_change('user_id');

grant select, delete on public.identity_changes to florin_app;
