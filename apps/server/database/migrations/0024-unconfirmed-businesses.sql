-- The unconfirmed address of a business does not keep its real owner from using it.
alter table public.users drop constraint users_email_key;
create unique index users_email_key on public.users (email) where kind = 'person' or email_confirmed_at is not null;
create index users_by_email on public.users (email);
