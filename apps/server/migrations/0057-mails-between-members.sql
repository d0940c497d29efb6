-- Counts for a day the mails that members had sent to an address, to limit them. Stores only a digest of the address; all
-- senders share it.
create table public.member_mails (
  address   bytea       not null,
  sender_id uuid        not null,
  mailed_at timestamptz not null default now()
);

create index member_mails_by_address on public.member_mails (address, mailed_at);
create index member_mails_by_time on public.member_mails (mailed_at);

-- The digest by which an address is counted.
create function public.mail_digest(email text) returns bytea
language sql immutable as $$ select sha256(convert_to('mail to ' || email, 'UTF8')) $$;

-- Whether a member may have another mail sent to an address: three in 24 hours from one member, ten from all.
create function public.has_mail_room(sender uuid, email text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select count(*) < 10 and count(*) filter (where m.sender_id = sender) < 3
  from member_mails m where m.address = mail_digest(email) and m.mailed_at > now() - interval '1 day' $$;

grant select, insert, delete on public.member_mails to florin_app;
