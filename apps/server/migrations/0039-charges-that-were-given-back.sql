-- Whoever was charged and got the money back is told so. There are few of these.
create index refunded_charges on public.charges (user_id) where state = 'refunded';
