-- What the house signed of the latest sums to owe each address, so that it never signs something else of the same sums.
create table public.signed_statements (
  number  bigint not null,
  address bytea  not null,                                 -- a digest under the log's secret
  digest  bytea  not null,                                 -- of the text, under the member's secret
  primary key (number, address)
);

grant select, insert, delete on public.signed_statements to florin_app;
