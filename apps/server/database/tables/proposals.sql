-- Acts that need two operators: one proposes, and the other approves or rejects.
create table public.operator_proposals (
  id              uuid        primary key,
  request_hash    bigint      not null,             -- the key of the proposing command
  kind            text        not null check (kind in ('settle_deposit', 'return_order', 'supply_coins', 'reset_factor',
                    'allocate_line', 'return_line', 'recall_deposit', 'write_off', 'book_own_funds',
                    'allocate_unowned')),
  subject         text,                             -- order, coin or member; one open proposal per subject; null: any number
  member_id       uuid        references public.users,  -- the affected member; null: the house
  parameters      jsonb       not null,             -- ids and numbers, and the text for the member
  reason          text        not null,             -- in the proposer's words; emptied when the member's account is closed
  proposed_by     uuid        not null references public.users,
  proposed_at     timestamptz not null default now(),
  expires_at      timestamptz not null default now() + interval '7 days',
  state           text        not null default 'proposed'
                  check (state in ('proposed', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_by      uuid        references public.users,  -- null while open and after expiry
  decided_at      timestamptz,
  decision_reason text,
  constraint decided_once check ((state = 'proposed') = (decided_at is null)),
  constraint decided_by_a_second_operator check (state not in ('approved', 'rejected') or decided_by <> proposed_by),
  constraint an_operator_decides check ((state in ('approved', 'rejected', 'withdrawn')) = (decided_by is not null)),
  constraint withdrawn_by_the_proposer check (state <> 'withdrawn' or decided_by = proposed_by)
);

create unique index one_open_proposal on public.operator_proposals (subject) where state = 'proposed';
create index open_proposals on public.operator_proposals (proposed_at) where state = 'proposed';
create index proposals_by_member on public.operator_proposals (member_id) where member_id is not null;

grant select, insert, update (state, decided_by, decided_at, decision_reason, reason, parameters)
  on public.operator_proposals to florin_app;
