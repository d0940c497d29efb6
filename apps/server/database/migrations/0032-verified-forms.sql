-- The form as it was verified, while a verified member edits it for a new name.
alter table public.kyc_cases add column verified_form bytea;
