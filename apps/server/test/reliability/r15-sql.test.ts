import { endpoints, type Endpoint } from '@florin/contract';
import { openApiDocument } from '@florin/contract/openapi';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';
import { cast, type Actor } from './fuzz/actors.ts';
import { sampleOf } from './fuzz/sample.ts';
import { mayStand, watchChanges, type Change } from './fuzz/watch-changes.ts';
import { randomFrom } from './random.ts';

/**
 * R15: SQL statements in place of searches, filters, cursors and ids. The server must treat each of them as a plain
 * value.
 */
const injections = [
  "'",
  "''",
  "' or 1=1 --",
  "' or '1'='1",
  "') or ('1'='1",
  '" or ""="',
  '1 or 1=1',
  '1) or (1=1',
  "1' and 1=2 union select null, null, null --",
  "' union select password_hash, null from users --",
  "' and (select count(*) from users) > 0 --",
  "' and ascii(substr((select current_user), 1, 1)) > 64 --",
  "'; drop table users; --",
  "'; update users set role = 'operator'; --",
  "'; insert into use_counts default values; --",
  "'; select pg_sleep(5); --",
  "1' and 1 = (select 1 from pg_sleep(5)) --",
  "'||(select pg_sleep(5))||'",
  "' and extractvalue(1, concat(0x7e, version())) --",
  "' and 1 = cast((select version()) as int) --",
  "'; copy users to program 'id'; --",
  "\\'; select 1 --",
  '$$; select 1; $$',
  '$1 or $2',
  '1; commit; select 1',
  '/**/or/**/1=1#',
  'id desc; select 1 --',
  '(select 1)',
  '%27%20or%201=1--',
  'ʼ or 1=1 --',
];

type Place = { readonly title: string; readonly endpoint: Endpoint; readonly urlWith: (text: string) => string };
type Parameter = { readonly name: string; readonly in: 'path' | 'query' | 'header' };
type Documented = Record<string, Record<string, { parameters: readonly Parameter[] }>>;

/** Every parameter of every call's address. The other parameters get values that belong to no member. */
const places: readonly Place[] = Object.entries<Endpoint>(endpoints).flatMap(([name, endpoint]) => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
  const documented = (openApiDocument()['paths'] as Documented)[path]?.[endpoint.method.toLowerCase()];
  return (documented?.parameters ?? [])
    .filter((parameter) => parameter.in !== 'header')
    .map((parameter) => ({
      title: `${name}, ${parameter.name}`,
      endpoint,
      urlWith: (text: string) => addressOf(path, parameter, encodeURIComponent(text)),
    }));
});

function addressOf(path: string, { name, in: where }: Parameter, text: string): string {
  const named = where === 'path' ? path.replace(`{${name}}`, text) : path;
  return `/api${named.replaceAll(/\{\w+\}/g, 'none')}${where === 'query' ? `?${name}=${text}` : ''}`;
}

let florin: TestApp;
let actors: Actor[];
let changes: Awaited<ReturnType<typeof watchChanges>>;
beforeAll(async () => {
  florin = await createTestApp();
  ({ actors } = await cast(florin));
  changes = await watchChanges(florin.database.ownerPool);
});
afterAll(() => florin.close());

async function ask({ method, access }: Endpoint, url: string, body?: object) {
  const token = actors.find(({ role }) => role === access)?.token;
  const answer = await florin.app.http.inject({
    method,
    url,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(body ? { payload: body } : {}),
    payloadAsStream: true,
  });
  const goesOn = String(answer.headers['content-type']).startsWith('text/event-stream');
  if (goesOn) answer.stream().destroy();
  const chunks = goesOn ? [] : await answer.stream().toArray();
  return { status: answer.statusCode, text: Buffer.concat(chunks).toString() };
}

/** Returns a valid body, so that the call gets as far as the id in its address. */
const soundBody = ({ body }: Endpoint) =>
  body ? (sampleOf(body, randomFrom('R15'), { decision: ['verified'] }) as object) : undefined;

/** Returns the changes since the last call, without the changes that any call may make. */
const changed = async () => (await changes.drain()).filter((change) => !mayStand(change));

/** Returns whether the change is an operator's search in the audit trail. */
const isSearchInTrail = ({ place, op, row }: Change) =>
  place === 'public.operator_acts' && op === 'INSERT' && row.includes('"Searched members"');

describe('SQL injection', () => {
  // Rules: security-30
  test.each(places)('an SQL statement as $title changes nothing', async ({ endpoint, urlWith }) => {
    const least = endpoint.method === 'GET' ? 200 : 400;
    for (const text of injections) {
      const { status } = await ask(endpoint, urlWith(text), soundBody(endpoint));
      const isAnswered = status >= least && status < 500;
      expect({ text, status, isAnswered, changed: await changed() }).toEqual({
        text,
        status,
        isAnswered: true,
        changed: [],
      });
    }
  });

  // Rules: security-30
  test('an SQL statement as a search term finds no members and exports nothing', async () => {
    const headings = (await exported('nothing like this')).text;
    for (const text of injections) {
      const users = await ask(endpoints.findUsers, '/api/operations/users/search', { q: text });
      expect({ q: text, ...users }).toEqual({ q: text, status: 200, text: '[]' });
      const written = (await changed()).filter((change) => !isSearchInTrail(change));
      expect({ ...(await exported(text)), changed: [...written, ...(await changed())] }).toEqual({
        status: 200,
        text: headings,
        changed: [],
      });
    }
  });

  test("an SQL statement as a contact's name is stored unchanged", async () => {
    for (const [n, text] of injections.entries()) {
      const kept = await ask(endpoints.addContact, '/api/contacts', { email: `n${n}@elsewhere.example`, name: text });
      expect(JSON.parse(kept.text)).toMatchObject({ name: text });
    }
    const places = new Set((await changed()).map(({ place }) => place));
    expect(places).toEqual(new Set(['public.contacts', 'public.member_changes']));
  });
});

const exported = (search: string) => ask(endpoints.exportFoundTransactions, '/api/transactions/export', { search });
