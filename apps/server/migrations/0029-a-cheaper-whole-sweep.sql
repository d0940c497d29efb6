-- The whole sweep counts the postings of entries by one sum, hashes a posting's account and asset once, asks accounts that
-- hold nothing one thing in place of two, and reads its pages itself. docs/decisions/0042.

-- The fingerprint of one posting of an entry, a 65,536th of it, so that a bigint holds as many as an entry can have.
create or replace function ledger.entry_print(entry_id bigint, seed bigint) returns bigint
language sql immutable parallel safe as $$
  select hashint4extended(1, entry_id # seed) >> 16
$$;

-- The fingerprint of an account.
create function ledger.account_print(account_id bigint, asset text, seed bigint) returns bigint
language sql immutable parallel safe as $$
  select hashtextextended(asset collate "C", account_id # seed)
$$;

-- The fingerprint of a state of the account that has this fingerprint, an eighth of it, so that four of them add up to a
-- bigint. The number comes last, as the fingerprint of the balance 0 is hardly one.
create function ledger.state_print(account_print bigint, seq bigint, balance numeric) returns bigint
language sql immutable parallel safe as $$
  select hashint8extended(seq, hash_numeric_extended(balance, account_print)) >> 3
$$;

create or replace function ledger.state_print(account_id bigint, asset text, seq bigint, balance numeric, seed bigint)
returns bigint
language sql immutable parallel safe as $$
  select ledger.state_print(ledger.account_print(account_id, asset, seed), seq, balance)
$$;

-- Whether ledger.sweep() would find nothing, by one snapshot. Where it would find something, this says so but for one seed
-- in 2^47; whoever alters the books does not know the seed, which is drawn for each sweep.
--
-- A posting leads its account from one state to the next: from (seq - 1, balance_after - amount) to (seq, balance_after).
-- What all postings come to, less what they come from, has to be what all accounts are at, less what they began with,
-- which is (0, 0): then each account has exactly one posting for each number up to its own, each with the right balance
-- and in its asset, and no posting is without an account. And each entry has to be named as often as it says: then no
-- posting is without an entry, and no entry without one of its own. The states and the namings are compared by one sum of
-- their fingerprints.
--
-- And an entry's postings sum to zero in each asset if and only if they do when each is taken a random number of times
-- that depends on the two. In the same way each account has held what its open holds come to.
create or replace function ledger.is_sound(seed bigint) returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set work_mem = '256MB'
set jit = off
set effective_io_concurrency = 0               -- who reads ahead for it takes the processors on which it adds up
as $$
begin
  return (
    select coalesce(lines.total, 0) = 0
       and coalesce(lines.prints, 0) = coalesce(accounts.prints, 0) + coalesce(entries.prints, 0)
       and not coalesce(accounts.wrong, false)
       and coalesce(accounts.held, 0) = coalesce(open_holds.held, 0)
       and not exists (
         select from ledger.holds h
         where not exists (select from ledger.journal_entries e where e.id = h.id)
            or h.ended_by is not null and not exists (select from ledger.journal_entries e where e.id = h.ended_by)
       )
       and not exists (
         select from ledger.quote_uses q
         where not exists (select from ledger.journal_entries e where e.id = q.entry_id)
       )
    from (
      select sum(ledger.state_print(account.print, p.seq, p.balance_after)
               - ledger.state_print(account.print, p.seq - 1, p.balance_after - p.amount)
               + ledger.entry_print(p.entry_id, seed)) as prints,
             sum(p.amount * hashtextextended(p.asset collate "C", p.entry_id # ~seed))
               filter (where p.asset collate "C" <> all (array(select code from ledger.assets where memo))) as total
      from ledger.postings p
      -- Only what an outer join may leave empty is computed once for both states, as the row is read.
      left join lateral (select ledger.account_print(p.account_id, p.asset, seed) as print) account on true
    ) lines
    cross join (
      select sum(ledger.state_print(account.print, a.seq, a.posted) - ledger.state_print(account.print, 0, 0)) as prints,
             bool_or(case when a.held = 0 then a.posted < a.floor else a.posted - a.held < a.floor or a.held < 0 end)
               as wrong,
             sum(a.held * hashint4extended(0, a.id # seed)) filter (where a.held <> 0) as held
      from ledger.accounts a
      left join lateral (select ledger.account_print(a.id, a.asset, seed) as print) account on true
    ) accounts
    cross join (
      select sum(e.postings * ledger.entry_print(e.id, seed)) as prints from ledger.journal_entries e
    ) entries
    cross join (
      select sum(h.amount * hashint4extended(0, h.account_id # seed)) as held
      from ledger.holds h where h.ended_by is null
    ) open_holds
  );
end $$;

revoke execute on function ledger.account_print, ledger.state_print(bigint, bigint, numeric) from public;
