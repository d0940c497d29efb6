-- An address can have another holder than the one who was paid, or none yet. Whom money was sent to: the member, or the
-- invitee where nobody had the address.
alter table public.contacts add column sent_to uuid;

-- Only where it cannot have been anybody else. All others are asked about once more.
update public.contacts c set sent_to = u.id
from public.users u
where u.email = c.email and u.disabled_at is null and u.email_confirmed_at is not null and u.created_at < c.last_sent_at
  and not exists (
    select from public.email_changes e where e.user_id = u.id and e.email = c.email and e.used_at >= c.last_sent_at);
