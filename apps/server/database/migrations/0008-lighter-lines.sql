-- Booking a statement line changes the line twice. No index names what changes for a deposit, so PostgreSQL rewrites the
-- line within its page and leaves all indexes alone (tables/bank.sql).
alter table public.bank_statements add column posted boolean not null default false;
update public.bank_statements s set posted = true
  where not exists (select from public.bank_lines l where l.statement_id = s.id and not l.posted);
create index bank_statements_to_post on public.bank_statements (id) where not posted;
grant update (posted) on public.bank_statements to florin_app;

alter table public.bank_lines set (fillfactor = 50);
alter table public.bank_lines add constraint undecided_lines_have_a_reason
  check (reason is not null or match not in ('unallocated', 'to-payer'));
drop index public.bank_lines_to_post;
drop index public.undecided_bank_lines;
drop index public.returns_in_bank_lines;
drop index public.bank_lines_by_statement;
create index bank_lines_with_reason on public.bank_lines (reason, id) where reason is not null;
create index returns_in_bank_lines on public.bank_lines (payout_id) where payout_id is not null and amount > 0;
create index bank_lines_by_statement on public.bank_lines (statement_id, id);
