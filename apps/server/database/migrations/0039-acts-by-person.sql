-- A password reset by mail lists what the person did in businesses, and takes back approvals of what is still open.
create index business_acts_by_person on public.business_acts (person_id, id);
grant delete on public.approvals_given to florin_app;
