-- Which mail told an invitee of a held send: the digest of the token in its link. One mail may tell of several.
alter table public.held_sends add column invitation_hash bytea;

create index held_sends_by_invitation on public.held_sends (invitation_hash) where invitation_hash is not null;
