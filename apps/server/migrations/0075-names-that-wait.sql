-- A verified member's name is locked. Another name waits with the case until a new check has verified it.

alter table public.kyc_cases
  add column new_name    bytea,                   -- sealed: what the member wants to be called
  add column new_name_at timestamptz,             -- submissions and files from before then are about the old name
  add constraint new_names_have_a_time check ((new_name is null) = (new_name_at is null));
