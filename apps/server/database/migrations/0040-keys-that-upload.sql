-- The API key that uploaded a batch payout, in addition to its maker.
alter table public.batch_payouts add column uploaded_key uuid references public.api_keys on delete set null;
