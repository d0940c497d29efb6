-- Rules for the outgoing payments of businesses, and the payments and changes that wait for approvals.

-- Without a row, a business has the default rules.
create table public.payment_rules (
  business_id uuid        primary key references public.users,
  rules       jsonb       not null,
  version     int         not null check (version > 0),
  changed_at  timestamptz not null default now()
);

-- A payment, a batch payout or a change of rules that others must approve. A payment counts only if the ledger holds its money: an entry
-- with the key `id` reserves it.
create table public.approvals (
  id          uuid        primary key,
  business_id uuid        not null references public.users,
  kind        text        not null check (kind in ('payment', 'batch', 'rules')),
  content     jsonb       not null,                 -- the entry to post, the batch payout, or the new rules
  shown       jsonb       not null,                 -- what people see: title, recipient, note, sentences of rules
  needed      int         not null check (needed > 0),
  approvers   text[]      not null,                 -- the roles whose approvals count
  proposed_by uuid        not null references public.users,
  proposed_at timestamptz not null default now(),
  expires_at  timestamptz not null default now() + interval '7 days',
  state       text        not null default 'proposed'
              check (state in ('proposed', 'approved', 'refused', 'withdrawn', 'expired', 'failed')),
  ended_at    timestamptz,
  reason      text,
  notified_at timestamptz,                          -- when those who can approve were mailed
  settled_at  timestamptz,                          -- when the ledger got the end; until then a job tries again
  is_seen     boolean     not null default false,   -- counts in any case: proposed with several ledgers when keys were not contested yet
  check ((state = 'proposed') = (ended_at is null))
);

create index approvals_by_business on public.approvals (business_id, proposed_at);
create index approvals_to_settle on public.approvals (proposed_at) where settled_at is null;
create unique index one_open_change_of_rules on public.approvals (business_id) where kind = 'rules' and state = 'proposed';

create table public.approvals_given (
  approval_id uuid        not null references public.approvals,
  person_id   uuid        not null references public.users,
  at          timestamptz not null default now(),
  primary key (approval_id, person_id)
);

grant select, insert, update on public.payment_rules to florin_app;
grant select, insert, update, delete on public.approvals to florin_app;
grant select, insert, delete on public.approvals_given to florin_app;
