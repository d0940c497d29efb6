import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { endpoints, type Endpoint } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asManyAsAServer, createTestApp, type TestApp } from '../test-app.ts';
import { expectCleanBooks } from './books.ts';
import { reportFigures } from './figures.ts';
import { cast, type Actor } from './fuzz/actors.ts';
import { expectByContract, expectNoEndpoint, type Answered } from './fuzz/expect-answer.ts';
import { hostileRequest, type HostileRequest } from './fuzz/hostile-request.ts';
import { pick } from './fuzz/sample.ts';
import { mayStand, watchChanges } from './fuzz/watch-changes.ts';
import { randomFrom } from './random.ts';

/** R15: hostile requests to every endpoint. FLORIN_FUZZ=100000 for the long form; FLORIN_RANDOM_SEED repeats a run. */
const requests = Number(process.env['FLORIN_FUZZ'] ?? 440);
const seed = process.env['FLORIN_RANDOM_SEED'] ?? randomBytes(6).toString('hex');

let florin: TestApp;
/** The error behind the last 5xx. */
let bug: Error | undefined;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  florin.app.http.addHook('onError', async (_request, _reply, error) => {
    bug = error;
  });
});
afterAll(() => florin.close());

test(
  `${requests} hostile requests get answers of the contract, no 5xx, and change nothing on a 4xx (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    const random = randomFrom(seed);
    const { actors, renew, words } = await cast(florin);
    const changes = await watchChanges(florin.database.ownerPool);
    const named = Object.entries<Endpoint>(endpoints);
    const counts = { rejected: 0, accepted: 0 };
    for (let n = 0; n < requests; n++) {
      // Takes the endpoints in turn, so that even a short run covers all. Most requests come from an authorized actor.
      const [name, endpoint] = named[n % named.length] ?? [];
      if (!name || !endpoint) continue;
      const actor = random() < 0.3 ? pick(random, actors) : actorFor(actors, endpoint);
      const request = hostileRequest(endpoint, random, words());
      const answered = await ask(request, actor.token);
      const cause = answered.status >= 500 ? `: ${bug?.stack}` : '';
      const told = `request ${n} of seed ${seed}: ${name} as ${actor.role}: ${show(request)} → ${show(answered)}${cause}`;
      await within(told, async () => {
        if (isOfTheApi(request)) expectByContract(endpoint, answered);
        else expectNoEndpoint(answered);
        const changed = await changes.drain();
        expect(changed.filter((change) => answered.status >= 400 && !mayStand(change))).toEqual([]);
      });
      counts[answered.status >= 400 ? 'rejected' : 'accepted'] += 1;
      if (answered.status === 401 && actor.token !== undefined) await renew(actor);
      if (answered.status === 429) await forgetCounters();
      await changes.drain();
    }
    for (const { ownerPool } of florin.ledgers) await expectCleanBooks(ownerPool);
    reportFigures('R15', { requests, ...counts, endpoints: named.length, 'tables watched': changes.tables, seed });
  },
);

const actorFor = (actors: readonly Actor[], { access }: Endpoint): Actor => {
  const actor = actors.find(({ role }) => role === (access === 'public' ? 'visitor' : access));
  if (!actor) throw new Error(`no actor has the access ${access}`);
  return actor;
};

/** Returns whether the request reaches the API after its dots are resolved, as a browser does. */
const isOfTheApi = ({ url }: HostileRequest) => new URL(url, 'http://florin.example').pathname.startsWith('/api/');

async function ask({ method, url, headers, payload }: HostileRequest, token: string | undefined): Promise<Answered> {
  const answer = await florin.app.http.inject({
    method,
    url,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    ...(payload === undefined ? {} : { payload }),
    payloadAsStream: true,
  });
  const type = String(answer.headers['content-type'] ?? '');
  const goesOn = type.startsWith('text/event-stream');
  if (goesOn) answer.stream().destroy();
  const body = goesOn ? '' : unpacked(await buffer(answer.stream()), answer.headers['content-encoding']);
  return { status: answer.statusCode, type, body };
}

function unpacked(bytes: Buffer, encoding: unknown): string {
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

/** Clears the rate limits, so that one throttled actor does not block the others. */
const forgetCounters = () => florin.database.ownerPool.query('delete from login_failures; delete from use_counts');

/** Adds the request to the message of a failure. */
async function within(told: string, check: () => Promise<void>) {
  try {
    await check();
  } catch (error) {
    throw new Error(`${told}\n${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

const show = (value: object) => JSON.stringify(value).slice(0, 900);
