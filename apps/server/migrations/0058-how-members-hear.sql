-- What a mail has beyond its text: what it is about, the word on its button, a table of facts.
alter table public.mails add column extras jsonb;

-- By topic and channel what a member does not want as it is from the start: {"trades": {"email": false}}.
alter table public.notification_preferences add column topics jsonb not null default '{}';
