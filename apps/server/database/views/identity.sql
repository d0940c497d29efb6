-- The data of people that other slices may read.

-- Each member and business, without the password and the settings of the sign-in.
create or replace view public.people as
  select id, email, name, avatar, kyc_level, plan, role, created_at, disabled_at, closed_at, email_confirmed_at,
         phone_confirmed_at, password_changed_at, restricted_at, kind
  from public.users;

-- Each address that leads to a member. The unconfirmed address of a business leads to no member.
create or replace view public.addresses as
  select email, id as user_id, true as current from public.users where kind = 'person' or email_confirmed_at is not null
  union all
  select email, user_id, false from public.former_addresses;

-- The address by which a viewer knows another member who has changed it.
create or replace view public.addresses_known as
  select viewer_id, person_id, email from public.known_addresses;

-- Recipients without an account.
create or replace view public.invited_people as
  select id, email from public.invitees;

create or replace view public.member_sessions as
  select id, user_id, new_device, created_at, expires_at from public.sessions;

-- Grows with each change of a member outside the ledger.
create or replace view public.member_versions as
  select user_id, topic, version, changed_at from public.member_changes;

grant select on
  public.people, public.addresses, public.addresses_known, public.invited_people, public.member_sessions,
  public.member_versions
  to florin_app;
