-- The job that notifies members has a new name. The lease and the time of its last run stay.
update public.recurring_jobs set name = 'send-notifications' where name = 'tell-news';
