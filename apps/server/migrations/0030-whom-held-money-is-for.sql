-- One key may be asked for with two addresses: the first refused, or both at once. A row for each; the entry says which.
alter table public.held_sends drop constraint held_sends_pkey, add primary key (key, invitee_id);
