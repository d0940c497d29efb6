-- Money sent to an address without an account. The ledger's holds say whether the money waits, or was claimed, canceled
-- or returned. The row here is written first and names the recipient of the entry with the same key. One key may come
-- with two addresses, after a rejection or at the same moment: each address has a row, and the entry decides which one
-- gets the money.
create table public.held_sends (
  key             uuid        not null,                    -- the entry's
  sender_id       uuid        not null references public.users,
  invitee_id      uuid        not null references public.invitees,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null default now() + interval '30 days',
  invited_at      timestamptz,                             -- when the invitation was mailed
  invitation_hash bytea,                                   -- digest of the token in that mail's link; one mail may list several
  primary key (key, invitee_id)
);

create index held_sends_by_invitee on public.held_sends (invitee_id);
create index held_sends_to_invite on public.held_sends (created_at) where invited_at is null;
create index held_sends_by_invitation on public.held_sends (invitation_hash) where invitation_hash is not null;

grant select, insert, update on public.held_sends to florin_app;
