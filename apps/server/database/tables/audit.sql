-- The audit trail: the acts of operators. Append-only, and a chain: each line has a SHA-256 of its content and of the
-- previous line's hash. So a changed, removed or inserted line breaks all later ones. A comparison with a hash that was
-- recorded elsewhere shows a cut end. Only record_act() writes lines (functions/audit.sql).
--
-- The table has no names and no addresses: people are ids, and the list adds names of accounts that still exist.
create table public.operator_acts (
  id          bigint      primary key,          -- 1, 2, 3, … without a gap
  at          timestamptz not null,
  actor       text        not null check (actor in ('operator', 'system', 'command line')),
  operator_id uuid        references public.users,
  did         text        not null check (did <> ''),
  member_id   uuid        references public.users,
  details     text        not null,             -- in words, about no person
  ip          text,
  hash        bytea       not null unique,
  constraint only_an_operator_has_an_id check ((actor = 'operator') = (operator_id is not null))
);

-- Repeated views of a list are recorded once an hour; each view looks up the last record.
create index operator_acts_by_operator on public.operator_acts (operator_id, did, at desc) where operator_id is not null;

grant select on public.operator_acts to florin_app;
