-- Data that outlives an account: used limits and a denied verification, under keyed digests of addresses and document
-- numbers. Without the key (digest_keys) no row identifies a person.

create table public.address_traces (
  digest    bytea       primary key,             -- an address that a closed account had or an open one gave up
  month     text        not null,                -- 2026-11, in UTC
  outflow   numeric     not null check (outflow >= 0),    -- cents of a dollar that left in that month
  purchases numeric     not null check (purchases >= 0),  -- cents of a dollar of coins bought in that month
  denied_at timestamptz                          -- last denial of a verification
);

create table public.document_traces (
  digest    bytea       primary key,             -- a document's number
  denied_at timestamptz not null
);

grant select, insert, update, delete on public.address_traces, public.document_traces to florin_app;
