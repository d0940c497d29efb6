import type { AddressInfo } from 'node:net';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventStream } from '../../../test/event-stream.ts';
import { startSecondNode, type SecondNode } from '../../../test/second-node.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let another: SecondNode;
beforeAll(async () => {
  florin = await createTestApp();
  another = await startSecondNode(florin);
  await another.app.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await another.close();
  await florin.close();
});

const owner = (sql: string, { user }: TestMember) => florin.database.ownerPool.query(sql, [user.id]);

/** Opens a stream on the other node over a socket, as a browser does. */
async function open(path: string, token: string) {
  const { port } = another.app.http.server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.body) throw new Error('The response has no body.');
  const stream = eventStream(answer.body);
  await stream.nextOf(path.startsWith('/events') ? 'changed' : 'prices');
  return stream;
}

const signInElsewhere = async ({ user, password }: TestMember) =>
  florin.clientOf((await florin.client.call(endpoints.login, { body: { email: user.email, password } })).token);

const ways: [string, (member: TestMember) => Promise<unknown>][] = [
  ['the member logs out', ({ client }) => client.call(endpoints.logout)],
  [
    'another device ends the session',
    async (member) => {
      const elsewhere = await signInElsewhere(member);
      await elsewhere.call(endpoints.endOtherSessions);
    },
  ],
  [
    'another device changes the password',
    async (member) => {
      const elsewhere = await signInElsewhere(member);
      const body = { current_password: member.password, password: 'another horse battery' };
      await elsewhere.call(endpoints.changePassword, { body });
    },
  ],
  ['the session expires', (member) => owner('update sessions set expires_at = now() where user_id = $1', member)],
  [
    'the session is older than 90 days',
    (member) => owner(`update sessions set created_at = now() - interval '91 days' where user_id = $1`, member),
  ],
  ['the account is frozen', (member) => owner('update users set disabled_at = now() where id = $1', member)],
];

describe.each(['/events', '/crypto/prices?symbols=BTC'])('the stream %s on another node', (path) => {
  // Rules: identity-19
  test.each(ways)('ends a stream on another node within a second after %s', async (_, end) => {
    const member = await florin.signUp();
    const { ended } = await open(path, member.token);
    await end(member);
    const endedAt = performance.now();
    await ended;
    expect(performance.now() - endedAt).toBeLessThan(1_000);
  });
});
