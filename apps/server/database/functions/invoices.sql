-- Rejects changes of an issued document. Payments, credits and mails are recorded in columns of their own.
create or replace function public.reject_change_of_issued_invoice() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if to_jsonb(old) - array['paid', 'credited', 'reminders', 'mailed_at', 'auto_reminded_at', 'changed_at']
     <> to_jsonb(new) - array['paid', 'credited', 'reminders', 'mailed_at', 'auto_reminded_at', 'changed_at'] then
    raise exception 'invoice % is issued and cannot change', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace trigger reject_change_of_issued before update on public.invoices
  for each row when (old.number is not null) execute function public.reject_change_of_issued_invoice();

-- Records the time of each change.
create or replace function public.stamp_change_of_invoice() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.changed_at = now();
  return new;
end $$;

create or replace trigger stamp_change before update on public.invoices
  for each row execute function public.stamp_change_of_invoice();
