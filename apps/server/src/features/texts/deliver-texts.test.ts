import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import type { OutgoingText, TextSender } from '../../providers/text-sender/text-sender.ts';
import { deliverTexts } from './deliver-texts.ts';

const number = '+351912345678';

let florin: TestApp;
let ines: TestMember;
let logged: string;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  await florin.database.ownerPool.query('delete from texts');
  logged = '';
  ines = await florin.signUp('Ines');
  await ines.client.call(endpoints.changeProfile, { body: { phone: number } });
  await ines.client.call(endpoints.sendPhoneCode);
});
afterAll(() => florin.close());

const deliver = (texts: TextSender, mode: 'sandbox' | 'live' = 'live') =>
  deliverTexts({
    ...florin.app.dependencies,
    texts,
    mode,
    logger: pino(new Writable({ write: (line, _, done) => ((logged += String(line)), done()) })),
  });
const stored = async () => {
  const { rows } = await florin.database.ownerPool.query(
    `select recipient, sealed_body is null as emptied, sent_at is not null as sent, given_up_at is not null as given_up,
            attempts, last_error from texts`,
  );
  return rows;
};
const nextAttemptIsDue = () => florin.database.ownerPool.query('update texts set next_attempt_at = now()');

function recorder() {
  const sent: OutgoingText[] = [];
  return { sent, send: async (text: OutgoingText) => void sent.push(text) };
}

test('a text is sent once, and in live neither number nor words are kept', async () => {
  const sender = recorder();
  await Promise.all([deliver(sender), deliver(sender)]);
  await deliver(sender);
  expect(sender.sent).toEqual([
    { id: expect.any(String), to: number, text: expect.stringMatching(/^\d{6} is your Florin code\./) },
  ]);
  expect(await stored()).toEqual([
    { recipient: '', emptied: true, sent: true, given_up: false, attempts: 1, last_error: null },
  ]);
});

test('in the sandbox a text stays readable at /sandbox', async () => {
  await deliver(recorder(), 'sandbox');
  expect(await florin.client.call(endpoints.listCaughtTexts, { query: {} })).toMatchObject([
    { to: number, sent_at: expect.any(String) },
  ]);
});

// Rules: identity-26
test('a text that fails is tried again under the same id, and given up in the end; no number or code is logged', async () => {
  const ids = new Set<string>();
  const failing: TextSender = {
    send: async ({ id, to, text }) => {
      ids.add(id);
      throw new Error(`not taken: ${to} ${text} at https://gateway.example/?key=1`);
    },
  };
  await deliver(failing);
  await deliver(failing);
  expect(await stored()).toMatchObject([{ attempts: 1, sent: false, given_up: false }]);
  for (let i = 0; i < 5; i++) {
    await nextAttemptIsDue();
    await deliver(failing);
  }
  expect(ids.size).toBe(1);
  expect(await stored()).toMatchObject([{ recipient: '', emptied: true, given_up: true, attempts: 6 }]);
  const said = logged + JSON.stringify(await stored());
  expect(said).toContain('a text message could not be sent');
  expect(said).not.toMatch(/351912345678|gateway\.example|"\d{6} is|[^\d]\d{6} is your/);
});

test('a code that could not be sent for ten minutes is not sent any more', async () => {
  await florin.database.ownerPool.query('update texts set expires_at = now()');
  const sender = recorder();
  await deliver(sender);
  expect(sender.sent).toEqual([]);
  expect(await stored()).toMatchObject([{ recipient: '', emptied: true, given_up: true }]);
});

test('what waits for a number is not sent once the member has another', async () => {
  await ines.client.call(endpoints.changeProfile, { body: { phone: '+351 911 111 111' } });
  const sender = recorder();
  await deliver(sender);
  expect(sender.sent).toEqual([]);
});
