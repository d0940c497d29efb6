-- When an invoice last changed, and when a recorded payment was removed, so that both become events.
alter table public.invoices add column changed_at timestamptz not null default now();
update public.invoices set changed_at = coalesce(issued_at, created_at);
create index invoices_by_change on public.invoices (issuer_id, changed_at) where number is not null;

alter table public.invoice_payments add column removed_at timestamptz;
grant update (removed_at) on public.invoice_payments to florin_app;
