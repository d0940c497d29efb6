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

test('a text message is sent once, and live mode deletes its number and body', async () => {
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

test('a sent text message stays readable at /sandbox in the sandbox', async () => {
  await deliver(recorder(), 'sandbox');
  expect(await florin.client.call(endpoints.listCaughtTexts, { query: {} })).toMatchObject([
    { to: number, sent_at: expect.any(String) },
  ]);
});

// Rules: identity-26
test('a failed text message is retried under the same id and finally abandoned, without logging its number or code', async () => {
  const ids = new Set<string>();
  const failing: TextSender = {
    send: async ({ id, to, text }) => {
      ids.add(id);
      throw new Error(`rejected: ${to} ${text} at https://gateway.example/?key=1`);
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
  const output = logged + JSON.stringify(await stored());
  expect(output).toContain('cannot send a text message');
  expect(output).not.toMatch(/351912345678|gateway\.example|"\d{6} is|[^\d]\d{6} is your/);
});

test('a code is abandoned if it could not be sent within ten minutes', async () => {
  await florin.database.ownerPool.query('update texts set expires_at = now()');
  const sender = recorder();
  await deliver(sender);
  expect(sender.sent).toEqual([]);
  expect(await stored()).toMatchObject([{ recipient: '', emptied: true, given_up: true }]);
});

test('a waiting text message is dropped when the member changes the number', async () => {
  await ines.client.call(endpoints.changeProfile, { body: { phone: '+351 911 111 111' } });
  const sender = recorder();
  await deliver(sender);
  expect(sender.sent).toEqual([]);
});
