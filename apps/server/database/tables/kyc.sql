-- Identity verification. Everything personal is encrypted with the person's data key (data_keys).

create table public.kyc_cases (
  user_id         uuid        primary key references public.users,
  form            bytea,                            -- encrypted: the unsubmitted form
  round           int         not null default 0 check (round >= 0),  -- number of submissions
  submitted_at    timestamptz,
  next_check_at   timestamptz,                      -- when the automatic check runs; null: never again
  notes           bytea,                            -- encrypted: remarks of the automatic check
  document_digest bytea,                            -- keyed digest of the document's number, while the account is open
  new_name        bytea,                            -- encrypted: the name that waits for verification
  new_name_at     timestamptz,                      -- earlier submissions and files are about the old name
  verified_form   bytea,                            -- encrypted: the form as verified, while a new name waits
  check ((round = 0) = (submitted_at is null)),
  constraint new_names_have_a_time check ((new_name is null) = (new_name_at is null))
);

create index kyc_cases_to_check on public.kyc_cases (next_check_at) where next_check_at is not null;
create index kyc_cases_by_document on public.kyc_cases (document_digest) where document_digest is not null;

-- The primary key guarantees that each submission is decided once.
create table public.kyc_decisions (
  user_id    uuid        not null references public.kyc_cases,
  round      int         not null check (round > 0),
  outcome    text        not null check (outcome in ('verified', 'needs_more', 'denied')),
  reasons    bytea,                                 -- encrypted: an operator's words, per item
  decided_by uuid        references public.users,   -- null: the automatic check or the command line
  decided_at timestamptz not null default now(),
  primary key (user_id, round)
);

-- One file of each kind; a new file replaces the old one.
create table public.kyc_files (
  id       uuid        primary key,
  user_id  uuid        not null references public.kyc_cases,
  kind     text        not null check (kind in ('front', 'back', 'selfie')),
  name     bytea       not null,                    -- encrypted
  type     text        not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes    int         not null check (bytes > 0),
  content  bytea       not null,                    -- encrypted
  added_at timestamptz not null default now(),
  unique (user_id, kind)
);

-- Encrypted data does not compress.
alter table public.kyc_files alter column content set storage external;

grant select, insert, update, delete on public.kyc_cases to florin_app;
grant select, insert, update (reasons), delete on public.kyc_decisions to florin_app;
grant select, insert, delete on public.kyc_files to florin_app;
