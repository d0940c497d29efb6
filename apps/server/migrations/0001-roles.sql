-- The application connects as this role. It owns nothing: each migration grants it what it needs, and of the ledger's
-- tables it may only read. Without a password nobody can sign in as it from outside. Several databases of one cluster may run this at the same moment.
do $$ begin
  create role florin_app login;
exception when duplicate_object or unique_violation then null;
end $$;

do $$ begin
  execute format('grant florin_app to %I', current_user);
exception when others then
  -- A superuser needs no grant, and some engines refuse a grant that stands already.
  if not pg_has_role(current_user, 'florin_app', 'member') then raise; end if;
end $$;

-- Marks a ledger for ever as what it was first opened as: sandbox money never becomes real.
create table public.installation (
  only_row   boolean     primary key default true check (only_row),
  mode       text        not null check (mode in ('sandbox', 'live')),
  opened_at  timestamptz not null default now(),
  seeded_at  timestamptz
);

grant select on public.installation to florin_app;

-- Work that repeats, such as the sweep: whoever moves the lease forward does it, on any node.
create table public.recurring_jobs (
  name        text        primary key,
  next_run_at timestamptz not null
);

grant select, insert, update on public.recurring_jobs to florin_app;
