-- A device is a browser plus the network it was first seen in: what was known before keeps counting as known.
update public.known_devices
set device = sha256(convert_to('device ' || user_id || ' ' || name || ' ' || network, 'UTF8'));

-- A remembered session ends 90 days after its start, however often it was used.
update public.sessions
set expires_at = created_at + interval '90 days'
where expires_at > created_at + interval '90 days';

-- From when on money can be withdrawn to a bank account; and since when a bank account waits for its owner to keep it,
-- because the password was reset by mail. docs/decisions/0055.
alter table public.payment_methods
  add column usable_from  timestamptz not null default now(),
  add column review_since timestamptz;

-- When the passkey began to wait for review. It opens no session until its owner keeps it.
alter table public.passkeys add column review_since timestamptz;
