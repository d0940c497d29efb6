-- A link behind a # is a key to an account. What waits to be sent holds it encrypted: to the public half of a pair whose
-- private half is encrypted under the master key, so that queueing a mail needs no key.
create table public.mail_keys (
  only_one       boolean     primary key default true check (only_one),
  public_key     bytea       not null,
  sealed_private bytea       not null,
  created_at     timestamptz not null default now()
);

alter table public.mails add column sealed_link bytea;

grant select, insert on public.mail_keys to florin_app;
