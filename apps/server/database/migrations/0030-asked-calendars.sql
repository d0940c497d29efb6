-- When the calendars of an anchor were last asked for its proof, so that they are asked with growing pauses.
alter table public.log_anchors add column asked_at timestamptz;
