-- What survives the closing of an account: limits used and a denied verification, under keyed digests of addresses and
-- document numbers. Nothing here names anybody without the key, which is sealed. docs/decisions/0057.

-- The key, made once, sealed under the master key.
create table public.digest_keys (
  id     int   primary key default 1 check (id = 1),
  sealed bytea not null
);

create table public.address_traces (
  digest    bytea       primary key,             -- of an address that a closed account had, or an open one gave up
  month     text        not null,                -- 2026-11, in UTC
  outflow   numeric     not null check (outflow >= 0),    -- cents of a dollar that left in that month
  purchases numeric     not null check (purchases >= 0),  -- cents of a dollar of coins bought in that month
  denied_at timestamptz                          -- when its verification was denied last
);

create table public.document_traces (
  digest    bytea       primary key,             -- of a document's number
  denied_at timestamptz not null
);

-- Of the document that an account was verified with, as long as it is open.
alter table public.kyc_cases add column document_digest bytea;
create index kyc_cases_by_document on public.kyc_cases (document_digest) where document_digest is not null;

grant select, insert on public.digest_keys to florin_app;
grant select, insert, update, delete on public.address_traces, public.document_traces to florin_app;
