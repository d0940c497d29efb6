-- The cast's passwords are in Florin's documentation until others than this machine can reach the sandbox: then each gets
-- one of its own, and this is false for ever.
alter table public.installation add column published_passwords boolean not null default true;
