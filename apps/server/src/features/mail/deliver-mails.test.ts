import { endpoints } from '@florin/contract';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { errorHandler } from '../../platform/http/errors.ts';
import { mount } from '../../platform/http/mount.ts';
import type { Mailer, OutgoingMail } from '../../providers/mailer/mailer.ts';
import { deliverMails, scheduleMails } from './deliver-mails.ts';
import { queueMail, type Mail } from './queue-mail.ts';
import { mailRoutes } from './routes.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(() => florin.database.ownerPool.query('delete from mails'));
afterAll(() => florin.close());

const logger = pino({ level: 'silent' });
const deliver = (mailer: Mailer, mode: 'sandbox' | 'live' = 'sandbox') =>
  deliverMails({ ...florin.app.dependencies, pool: florin.database.pool, mailer, logger, mode });

const mail = {
  to: 'jonas@florin.example',
  subject: 'Ines sent\r\nyou 5.00 USD',
  body: 'Ines sent you 5.00 USD.\n\n“<b>lunch</b>”',
  link: 'https://florin.example/signup?email=a&b#key',
};
const queue = (more: Partial<Mail> = {}) => queueMail(florin.database.pool, { ...mail, ...more });

/** Accepts every mail and records it. */
function recordingMailer() {
  const sent: OutgoingMail[] = [];
  return { sent, send: async (one: OutgoingMail) => void sent.push(one) };
}

const failingMailer = (message: string): Mailer => ({ send: () => Promise.reject(new Error(message)) });

async function stored() {
  const { rows } = await florin.database.ownerPool.query<Record<string, unknown>>(
    `select attempts, last_error, recipient, subject, body, link, sealed_link is not null as has_key, sent_at is not null as sent, given_up_at is not null as given_up,
            round(extract(epoch from next_attempt_at - now()))::int as wait from mails`,
  );
  return rows;
}

const makeDue = () => florin.database.ownerPool.query('update mails set next_attempt_at = now()');

describe('a queued mail', () => {
  test('a queued mail is sent once, with a one-line subject, its link on a separate line, and escaped HTML', async () => {
    await queue();
    const recorder = recordingMailer();
    await deliver(recorder);
    await deliver(recorder);
    expect(recorder.sent).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        to: mail.to,
        subject: 'Ines sent you 5.00 USD',
        text: `Ines sent you 5.00 USD.\n\n“<b>lunch</b>”\n\n${mail.link}\n\nFlorin\nHelp: ${florin.app.dependencies.letterhead.supportEmail}\n\nYou received this email because it concerns the security of the Florin account with this address. Security emails cannot be turned off.`,
        html: expect.stringMatching(
          />“&lt;b&gt;lunch&lt;\/b&gt;”<\/p>.*href="https:\/\/florin\.example\/signup\?email=a&amp;b#key"/s,
        ),
        inline: [{ cid: 'logo@florin', png: expect.any(Buffer) }],
      },
    ]);
    expect(await stored()).toMatchObject([{ sent: true, attempts: 1 }]);
  });

  test('a mail queued in a rolled-back transaction is not sent', async () => {
    const client = await florin.database.pool.connect();
    await client.query('begin');
    await queueMail(client, mail);
    await client.query('rollback');
    client.release();
    const recorder = recordingMailer();
    await deliver(recorder);
    expect(recorder.sent).toEqual([]);
  });

  test('a second mail with the same once key is not queued', async () => {
    await queue({ once: 'invitation 1' });
    await queue({ once: 'invitation 1', subject: 'again' });
    await queue({ once: 'invitation 2' });
    expect(await stored()).toHaveLength(2);
  });

  test('parallel nodes send each mail once', async () => {
    for (let i = 0; i < 60; i++) await queue({ subject: String(i) });
    const recorder = recordingMailer();
    await Promise.all([deliver(recorder), deliver(recorder), deliver(recorder)]);
    expect(new Set(recorder.sent.map(({ subject }) => subject)).size).toBe(60);
    expect(recorder.sent).toHaveLength(60);
  });
});

test('a stopping node finishes the mails that it is sending and starts no further mails', async () => {
  for (let i = 0; i < 11; i++) await queue({ subject: String(i) });
  const recorder = recordingMailer();
  const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const mailer: Mailer = {
    send: async (one) => {
      started.resolve();
      await released.promise;
      await recorder.send(one);
    },
  };
  const job = scheduleMails({ ...florin.app.dependencies, mailer, logger });
  await started.promise;
  const stopped = job.stop();
  released.resolve();
  await stopped;
  expect(recorder.sent).toHaveLength(10);
  expect((await stored()).filter(({ sent, attempts }) => !sent && attempts === 0)).toHaveLength(1);
});

describe('a mail that the mail server rejects', () => {
  test('a rejected mail is retried with growing waits and sent when the mail server accepts it', async () => {
    await queue();
    const waits: unknown[] = [];
    for (let i = 0; i < 3; i++) {
      await makeDue();
      await deliver(failingMailer('451 try later'));
      waits.push((await stored())[0]?.['wait']);
    }
    expect(waits).toEqual([30, 90, 300]);
    const recorder = recordingMailer();
    await deliver(recorder);
    expect(recorder.sent, 'before it is due').toEqual([]);
    await makeDue();
    await deliver(recorder);
    expect(recorder.sent).toHaveLength(1);
    expect(await stored()).toMatchObject([{ sent: true, attempts: 4, last_error: null }]);
  });

  test('a mail is abandoned after the eighth failed attempt', async () => {
    await queue();
    for (let i = 0; i < 10; i++) {
      await makeDue();
      await deliver(failingMailer('550 no such mailbox'));
    }
    expect(await stored()).toMatchObject([
      {
        sent: false,
        given_up: true,
        attempts: 8,
        last_error: 'Error: 550 no such mailbox',
        recipient: mail.to,
        subject: '',
        body: '',
        link: null,
        has_key: false,
      },
    ]);
  });

  test('a rejected mail does not delay other mails', async () => {
    await queue({ subject: 'bad' });
    await queue({ subject: 'good' });
    const recorder = recordingMailer();
    await deliver({ send: (one) => (one.subject === 'bad' ? Promise.reject(new Error('no')) : recorder.send(one)) });
    expect(recorder.sent.map(({ subject }) => subject)).toEqual(['good']);
  });

  test('the recorded error contains no links and addresses from the mail server’s answer', async () => {
    await queue();
    await deliver(
      failingMailer(`554 <${mail.to}> spam: https://florin.example/confirm-email#secret ${'x'.repeat(500)}`),
    );
    const [row] = await stored();
    expect(row?.['last_error']).toMatch(/^Error: 554 \(address\) spam: \(link\) x+$/);
    expect(String(row?.['last_error'])).toHaveLength(300);
  });

  test('another node sends a mail after the lease of a crashed node expires', async () => {
    await queue();
    void deliver({ send: () => new Promise(() => undefined) });
    await expect.poll(async () => (await stored())[0]?.['attempts']).toBe(1);
    const recorder = recordingMailer();
    await deliver(recorder);
    expect(recorder.sent).toEqual([]);
    expect((await stored())[0]?.['wait']).toBeGreaterThan(240);
    await makeDue();
    await deliver(recorder);
    expect(recorder.sent).toHaveLength(1);
  });
});

describe('the sandbox outbox', () => {
  const caught = (to?: string) => florin.client.call(endpoints.listCaughtMails, { query: { to } });

  test('the sandbox outbox shows sent and waiting mails to everyone, newest first', async () => {
    await queue();
    await deliver(recordingMailer());
    await queue({ to: 'lea@florin.example', link: undefined });
    expect(await caught()).toMatchObject([
      { to: 'lea@florin.example', link: null, sent_at: null },
      { to: mail.to, subject: 'Ines sent you 5.00 USD', text: mail.body, link: mail.link, sent_at: expect.any(String) },
    ]);
    expect(await caught('Jonas@Florin.Example')).toHaveLength(1);
  });

  const authenticate = () => Promise.reject(new Error('unexpected authentication'));

  test('live mode has no outbox and deletes the content and recipient of a sent mail', async () => {
    const live = mailRoutes({ ...florin.app.dependencies, pool: florin.database.pool, mode: 'live' });
    const http = fastify();
    http.setErrorHandler(errorHandler('Florin'));
    for (const route of live) mount(http, route, { authenticate, authorize: () => undefined });
    const answer = await http.inject({ url: `/api${endpoints.listCaughtMails.path}` });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found' });
    await queue();
    await deliver(recordingMailer(), 'live');
    expect(await stored()).toMatchObject([
      { sent: true, recipient: '', subject: '', body: '', link: null, has_key: false },
    ]);
  });
});
