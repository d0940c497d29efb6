-- The application connects as this role. The role owns nothing: each file here grants the rights that the application
-- needs. The role has no password, so it cannot sign in from another machine. Several databases of one cluster may run
-- this at the same time.
do $$ begin
  create role florin_app login;
exception when duplicate_object or unique_violation then null;
end $$;

do $$ begin
  execute format('grant florin_app to %I', current_user);
exception when others then
  -- A superuser needs no grant, and some engines reject a grant that already exists.
  if not pg_has_role(current_user, 'florin_app', 'member') then raise; end if;
end $$;
