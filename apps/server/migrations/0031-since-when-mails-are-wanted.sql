-- Whoever turns mails on again is not mailed what happened while they were off. Null: mails were never off.
alter table public.notification_preferences add column email_since timestamptz;
