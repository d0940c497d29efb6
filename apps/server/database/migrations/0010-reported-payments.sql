-- Files of statuses and returns have no lines, so the list of files says how many payments they report on.
alter table public.bank_files add column reported integer not null default 0;
