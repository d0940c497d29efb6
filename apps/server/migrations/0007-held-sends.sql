-- Money sent to an address without an account. Whether it waits, was claimed, called back or returned stands in the
-- ledger's holds; a row here is written before, and says whom the money of the entry with that key is for.
create table public.held_sends (
  key        uuid        primary key,            -- the entry's
  sender_id  uuid        not null references public.users,
  invitee_id uuid        not null references public.invitees,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 days',
  invited_at timestamptz                         -- when the invitation was mailed
);

create index held_sends_by_invitee on public.held_sends (invitee_id);
create index held_sends_to_invite  on public.held_sends (created_at) where invited_at is null;

grant select, insert, update on public.held_sends to florin_app;
