-- Businesses, and the people who act for them. A business itself is a row of users: it has wallets, limits and contacts
-- like a person, but no password and no session.

create table public.businesses (
  id           uuid        primary key references public.users,
  handle       text        not null unique check (handle ~ '^[a-z0-9]([a-z0-9-]{1,38}[a-z0-9])$'),  -- in the address bar
  details      bytea       not null,                -- encrypted: registration, address, owners
  state        text        not null default 'draft' check (state in ('draft', 'pending', 'needs_more', 'verified', 'denied')),
  submitted_at timestamptz,
  decided_at   timestamptz,
  decided_by   uuid        references public.users, -- null: the command line
  reason       text,                                -- the operator's words to the business
  opened_by    uuid        not null references public.users,
  opened_at    timestamptz not null default now()
);

create index businesses_in_review on public.businesses (submitted_at) where state = 'pending';

create table public.business_people (
  business_id uuid        not null references public.businesses,
  person_id   uuid        not null references public.users,
  role        text        not null check (role in ('owner', 'admin', 'payer', 'approver', 'accountant', 'viewer')),
  since       timestamptz not null default now(),
  primary key (business_id, person_id)
);

create index business_people_by_person on public.business_people (person_id);

-- Stores only the SHA-256 of the token. Valid once and for seven days.
create table public.business_invitations (
  id          uuid        primary key,
  business_id uuid        not null references public.businesses,
  email       text        not null check (email = lower(email)),
  role        text        not null check (role in ('owner', 'admin', 'payer', 'approver', 'accountant', 'viewer')),
  token_hash  bytea       not null unique,
  invited_by  uuid        not null references public.users,
  invited_at  timestamptz not null default now(),
  expires_at  timestamptz not null default now() + interval '7 days',
  ended       text        check (ended in ('accepted', 'declined', 'revoked')),
  ended_at    timestamptz,
  check ((ended is null) = (ended_at is null))
);

create unique index one_open_invitation on public.business_invitations (business_id, email) where ended is null;

-- One document of each kind; a new document replaces the old one.
create table public.business_files (
  id          uuid        primary key,
  business_id uuid        not null references public.businesses,
  kind        text        not null check (kind in ('registration', 'ownership', 'address')),
  name        bytea       not null,                 -- encrypted
  type        text        not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes       int         not null check (bytes > 0),
  content     bytea       not null,                 -- encrypted
  added_at    timestamptz not null default now(),
  unique (business_id, kind)
);

-- Encrypted data does not compress.
alter table public.business_files alter column content set storage external;

-- The actions in each business, such as changes of people, roles, rules and verification.
create table public.business_acts (
  id          bigint      generated always as identity primary key,
  business_id uuid        not null references public.businesses,
  person_id   uuid        references public.users,  -- null: an operator or a job
  did         text        not null,
  about       text        not null default '',
  at          timestamptz not null default now()
);

create index business_acts_by_business on public.business_acts (business_id, id);
create index business_acts_by_person on public.business_acts (person_id, id);

grant select, insert, update on public.businesses, public.business_people, public.business_invitations to florin_app;
grant delete on public.business_people to florin_app;
grant select, insert, delete on public.business_files to florin_app;
grant select, insert on public.business_acts to florin_app;
