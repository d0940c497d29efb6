-- Whoever closes the account is looked for in the words of mails, which those that are through hold in the sandbox only.
create index mails_with_words on public.mails (created_at) where body <> '';
