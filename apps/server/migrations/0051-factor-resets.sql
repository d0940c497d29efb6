-- When two operators reset a member's second factor. docs/decisions/0056.
alter table public.users add column factor_reset_at timestamptz;
