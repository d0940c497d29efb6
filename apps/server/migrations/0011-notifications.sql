-- Notifications are read from the journal and the requests; only how far somebody has read is kept.
create table public.notification_reads (
  user_id    uuid        primary key references public.users,
  read_until timestamptz not null
);

-- Counts up when something of a member changes that the ledger does not know of, so that open pages ask again.
create table public.member_changes (
  user_id uuid   not null references public.users,
  topic   text   not null,
  version bigint not null default 1,
  primary key (user_id, topic)
);

grant select, insert, update on public.notification_reads, public.member_changes to florin_app;
