-- Why a start of a batch payout counts no more: someone behind it reset the password by mail.
alter table public.batch_payout_starts add column taken_back text;
