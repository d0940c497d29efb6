-- Notifications have a position in each ledger (tables/notifications.sql).
alter table public.news_polls drop column only_one;
alter table public.news_polls add column shard smallint primary key default 0;

-- What a further ledger posted under a key (tables/ledger.sql).
alter table ledger.contested_keys add column actor uuid;
alter table ledger.contested_keys add column kind text;
alter table ledger.contested_keys add column recorded_at timestamptz;
alter table ledger.contested_keys add column metadata jsonb;
