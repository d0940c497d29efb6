-- Whom a member has sent money to, or wrote down.
create table public.contacts (
  id           uuid        primary key,
  user_id      uuid        not null references public.users,
  email        text        not null check (email = lower(email)),
  name         text        not null,
  favorite     boolean     not null default false,
  last_sent_at timestamptz,
  created_at   timestamptz not null default now(),
  unique (user_id, email)
);

grant select, insert, update, delete on public.contacts to florin_app;

-- How often a member did what may only be done so often: looking up strangers, mailing links.
create table public.use_counts (
  user_id       uuid        not null references public.users,
  use           text        not null,
  used          int         not null,
  counted_until timestamptz not null,            -- then it starts again at one
  primary key (user_id, use)
);

grant select, insert, update on public.use_counts to florin_app;
