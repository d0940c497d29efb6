-- The limit on mails that members cause to one address (member_mails).

-- Returns the digest by which an address is counted.
create or replace function public.mail_digest(email text) returns bytea
language sql immutable as $$ select sha256(convert_to('mail to ' || email, 'UTF8')) $$;

-- Returns whether a member may cause a further mail to an address: three in 24 hours per member, ten from all members.
create or replace function public.may_mail(sender uuid, email text) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select count(*) < 10 and count(*) filter (where m.sender_id = sender) < 3
  from member_mails m where m.address = mail_digest(email) and m.mailed_at > now() - interval '1 day' $$;
