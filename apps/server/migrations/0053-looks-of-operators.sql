-- A list that is looked at again and again stands in the audit trail once an hour: whether it does is asked at each look.
create index operator_acts_by_operator on public.operator_acts (operator_id, did, at desc) where operator_id is not null;
