-- True while the cast has the passwords of the documentation. Once other machines can reach the sandbox, each account has
-- a random password and this stays false.
alter table public.installation add column published_passwords boolean not null default true;
