-- What others say of when a checkpoint of this log existed. A server for time stamps (RFC 3161) and calendars of
-- OpenTimestamps stamp its SHA-256 digest.
create table public.log_anchors (
  size          bigint      primary key,
  checkpoint    text        not null,                      -- the signed note
  made_at       timestamptz not null default now(),
  time_stamp    bytea,                                     -- the answer of the server for time stamps
  stamped_by    text,                                      -- its host
  stamped_at    timestamptz,
  calendars     text[]      not null default '{}',         -- whose proofs are in `ots`
  ots           bytea,                                     -- the file of OpenTimestamps
  bitcoin_block int,                                       -- that the proof leads to
  constraint time_stamp_is_whole check (num_nulls(time_stamp, stamped_by, stamped_at) in (0, 3)),
  constraint calendars_have_a_proof check ((ots is null) = (calendars = '{}')),
  constraint block_has_a_proof check (bitcoin_block is null or ots is not null)
);

create index log_anchors_by_time on public.log_anchors (made_at);

grant select, insert, update on public.log_anchors to florin_app;
