-- A password reset by mail ends what a stranger may have added for a business.
alter table public.payment_methods add column added_by uuid references public.users;
alter table public.webhooks add column set_by uuid references public.users;

create index payment_methods_added_for_businesses on public.payment_methods (added_by) where added_by <> user_id;
create index webhooks_set_for_businesses on public.webhooks (set_by) where set_by <> user_id;
