-- Lines without a booking date get the day of their statement if it is about one day (features/bank/undated-lines.ts), so
-- that a repeated file does not bring lines of earlier imports again.
update bank_lines l set booked = d.day, ordinal = d.last + d.number
from (
  select u.id, s.from_date as day,
         row_number() over (partition by u.account, s.from_date, u.amount, u.bank_reference order by u.id) as number,
         (select coalesce(max(o.ordinal), 0) from bank_lines o
          where o.account = u.account and o.booked = s.from_date and o.amount = u.amount
            and o.bank_reference = u.bank_reference) as last
  from bank_lines u join bank_statements s on s.id = u.statement_id
  where u.booked is null and u.bank_reference <> 'opening' and s.from_date = s.to_date
) d
where l.id = d.id;
