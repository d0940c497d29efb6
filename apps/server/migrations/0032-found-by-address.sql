-- Whoever takes another address, or closes the account, is looked for among everybody's contacts, and in the sandbox's
-- outbox.
create index contacts_by_email on public.contacts (email);
create index mails_by_recipient on public.mails (recipient, created_at);
