-- The keys that sign PDFs, each with its certificate. The last one signs, unless the operator supplies a certificate.
create table public.document_keys (
  id             smallint    primary key check (id > 0),
  certificate    bytea       not null,                     -- X.509, DER
  sealed_private bytea       not null,
  created_at     timestamptz not null default now()
);

grant select, insert on public.document_keys to florin_app;
