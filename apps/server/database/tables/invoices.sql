-- The details that a party prints on its invoices, and its settings for return addresses and reminders.
create table public.invoice_settings (
  owner_id    uuid    primary key references public.users,
  prefix      text    not null,                   -- of the series that takes new numbers
  address     text[]  not null,
  tax_number  text,
  hosts       text[]  not null,                   -- where a payer may go back to
  auto_remind boolean not null                    -- once, three days after the due date
);

-- The next number of each series. A number is taken in the transaction that issues its document, so no number is
-- missing.
create table public.invoice_series (
  owner_id    uuid not null references public.users,
  prefix      text not null,
  rounding    text not null check (rounding in ('line', 'total')),
  next_number int  not null default 1 check (next_number > 0),
  primary key (owner_id, prefix)
);

-- Invoices and credit notes. A document without a number is a draft. An issued document never changes, except for the
-- columns that record later events (functions/invoices.sql).
create table public.invoices (
  id          uuid           primary key,
  issuer_id   uuid           not null references public.users,
  credits     uuid           references public.invoices on delete cascade,    -- the invoice that a credit note reduces
  prefix      text,
  number      int            check (number > 0),
  token       text           unique,                        -- in the link of the public page
  currency    text           not null,
  rounding    text           check (rounding in ('line', 'total')),
  issuer      jsonb,                                        -- name, address and tax number when issued
  customer    jsonb          not null,
  lines       jsonb          not null,                      -- quantities, prices and rates as exact decimals
  total       numeric(38, 0) check (total > 0),             -- with tax
  due_on      date,                                         -- null: a credit note
  note        text,
  success_url text,
  created_at  timestamptz    not null default now(),
  issued_at   timestamptz,
  paid        numeric(38, 0) not null default 0 check (paid >= 0),
  credited    numeric(38, 0) not null default 0 check (credited >= 0),
  reminders   int            not null default 0,
  mailed_at   timestamptz,                                  -- the last mail to the customer
  auto_reminded_at timestamptz,
  constraint issued_with_everything check (
    num_nulls(prefix, number, token, rounding, issuer, total, issued_at) in (0, 7)),
  constraint never_paid_too_much check (number is null and paid + credited = 0 or paid + credited <= total),
  constraint a_credit_note_is_never_paid check (
    case when credits is null then due_on is not null else number is not null and paid + credited = 0 end),
  changed_at  timestamptz    not null default now()         -- functions/invoices.sql
);

create unique index invoice_numbers on public.invoices (issuer_id, prefix, number);
create index invoices_by_issuer on public.invoices (issuer_id, created_at, id);
create index invoices_by_change on public.invoices (issuer_id, changed_at) where number is not null;
create index invoices_by_credited on public.invoices (credits) where credits is not null;
create index unpaid_invoices on public.invoices (due_on) where number is not null and credits is null and paid + credited < total;

-- Payments of invoices. A payment from a wallet has the key of its journal entry, and is written in the same
-- transaction. A payment without a payer was received elsewhere, and recorded by the issuer.
create table public.invoice_payments (
  key        uuid           primary key,
  invoice_id uuid           not null references public.invoices on delete cascade,
  payer_id   uuid           references public.users,
  amount     numeric(38, 0) not null check (amount > 0),
  paid_at    timestamptz    not null default now(),
  removed_at timestamptz                                    -- by the issuer, who recorded it
);

create index invoice_payments_by_invoice on public.invoice_payments (invoice_id);
create index invoice_payments_by_payer on public.invoice_payments (payer_id) where payer_id is not null;

grant select, insert, update, delete on public.invoice_settings, public.invoice_series, public.invoices to florin_app;
grant select, insert, delete, update (removed_at) on public.invoice_payments to florin_app;
