-- Witnesses that did not sign when they were last asked. The pause before the next question grows.
create table public.log_witness_failures (
  verifier_key  text        primary key,
  failing_since timestamptz not null default now(),
  asked_at      timestamptz not null default now(),
  due_at        timestamptz not null                         -- of the next question
);

grant select, insert, update, delete on public.log_witness_failures to florin_app;
