-- Returns whether the number can be the amount of a posting: whole, not zero, and below 10^30.
create or replace function ledger.is_amount(amount numeric) returns boolean
language sql immutable parallel safe as $$
  select coalesce(amount <> 0 and scale(amount) = 0 and abs(amount) < 1e30, false)
$$;

-- Returns whether the number can be a limit: whole, not negative, and below 10^30.
create or replace function ledger.is_limit(ceiling numeric) returns boolean
language sql immutable parallel safe as $$
  select coalesce(ceiling >= 0 and scale(ceiling) = 0 and ceiling < 1e30, false)
$$;

revoke execute on function ledger.is_amount, ledger.is_limit from public;
