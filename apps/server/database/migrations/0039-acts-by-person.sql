-- A password reset by mail lists what the person did in businesses.
create index business_acts_by_person on public.business_acts (person_id, id);
