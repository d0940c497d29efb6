-- When a job was last done to its end, to the minute; until it has been, since when it is offered. Processes come and go.
alter table public.recurring_jobs add column done_at timestamptz not null default now();
