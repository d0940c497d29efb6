-- Contacts change with payments, and are on no bell: who looks for news need not pass them by (docs/decisions/0051).
drop index public.member_changes_by_time;
create index member_changes_by_time on public.member_changes (changed_at) where topic <> 'contacts';
