-- Names that are similar to names on a sanctions list, each until an operator decides. Money waits meanwhile.
create table public.screening_hits (
  id         bigint      generated always as identity primary key,
  subject    text        not null unique,          -- `member <id>`, or `line <id>` for a payer on a bank statement
  member_id  uuid        references public.users,  -- null: a payer who is no member
  name       text        not null,                 -- as it was compared; emptied when the member's account is closed
  found      jsonb       not null,                 -- the listed parties
  parties    text[]      not null,                 -- their lists and ids; a new one needs a new decision
  state      text        not null default 'waiting' check (state in ('waiting', 'cleared', 'confirmed')),
  found_at   timestamptz not null default now(),
  decided_by uuid        references public.users,
  decided_at timestamptz,
  reason     text,
  constraint decided_by_an_operator check ((state = 'waiting') = (decided_by is null))
);

create index waiting_screening_hits on public.screening_hits (id) where state = 'waiting';
create index screening_hits_by_member on public.screening_hits (member_id) where member_id is not null;

grant select, insert, update on public.screening_hits to florin_app;
