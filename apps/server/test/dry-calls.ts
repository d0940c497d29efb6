import { endpoints, type DryRun, type EndpointName } from '@florin/contract';
import { dryRun } from '@florin/contract/dry-run';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { TestApp } from './test-app.ts';

export type Asked = {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
};

type Caller = { readonly token: string; readonly headers?: Readonly<Record<string, string>> };
type Answered = { readonly status: number; readonly json: unknown };

/** Makes a call, with a query such as `?dry_run=true`. */
export async function ask(
  { app }: Pick<TestApp, 'app'>,
  { token, headers = {} }: Caller,
  name: EndpointName,
  { params = {}, body, query = '' }: Asked & { readonly query?: string },
): Promise<Answered> {
  const { method, path } = endpoints[name];
  const { statusCode: status, payload } = await app.http.inject({
    method,
    url: `/api${path.replaceAll(/:(\w+)/g, (_, key: string) => params[key] ?? 'none')}${query}`,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body ? { payload: body } : {}),
  });
  return { status, json: payload === '' ? undefined : JSON.parse(payload) };
}

/** Makes a dry run, expects that nothing changes, and returns its answer. */
export async function tryDry(florin: TestApp, caller: Caller, name: EndpointName, asked: Asked): Promise<DryRun> {
  const { status, json } = await withoutEffect(florin, () =>
    ask(florin, caller, name, { ...asked, query: '?dry_run=true' }),
  );
  expect({ status, json }).toMatchObject({ status: 200 });
  return z.parse(dryRun, json);
}

/** Runs the work and expects each row of each database to be the same afterwards. */
export async function withoutEffect<Result>(florin: TestApp, work: () => Promise<Result>): Promise<Result> {
  const before = await fingerprint(florin);
  const result = await work();
  expect(await fingerprint(florin)).toEqual(before);
  return result;
}

/** They count requests. */
const countRequests = ['public.use_counts', 'public.key_uses'];

/** Returns the number of rows and a checksum of each table of each database. */
async function fingerprint({ ledgers }: TestApp): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const [number, { ownerPool }] of ledgers.entries()) {
    const { rows: tables } = await ownerPool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
    );
    for (const { name } of tables.filter((one) => !countRequests.includes(one.name))) {
      const { rows } = await ownerPool.query<{ sum: string }>(
        `select count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t`,
      );
      all[`${number} ${name}`] = rows[0]?.sum ?? '';
    }
  }
  return all;
}

/** Returns the amount of each asset that the member can spend, in the asset's smallest unit. */
export async function spendable({ ledgers }: TestApp, memberId: string): Promise<ReadonlyMap<string, bigint>> {
  const all = new Map<string, bigint>();
  for (const { ownerPool } of ledgers) {
    const { rows } = await ownerPool.query<{ asset: string; available: bigint }>(
      `select asset, posted - held as available from own_books.present_accounts where owner = $1 and kind = 'wallet'`,
      [memberId],
    );
    for (const { asset, available } of rows) all.set(asset, available);
  }
  return all;
}
