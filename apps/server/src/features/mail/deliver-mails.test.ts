import { endpoints } from '@florin/contract';
import { fastify } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { answerError } from '../../platform/http/errors.ts';
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

const mail: Mail = {
  to: 'jonas@florin.example',
  subject: 'Ines sent\r\nyou 5.00 USD',
  body: 'Ines sent you 5.00 USD.\n\n“<b>lunch</b>”',
  link: 'https://florin.example/signup?email=a&b#key',
};
const queue = (more: Partial<Mail> = {}) => queueMail(florin.database.pool, { ...mail, ...more });

/** Takes everything and remembers it. */
function postOffice() {
  const taken: OutgoingMail[] = [];
  return { taken, send: async (one: OutgoingMail) => void taken.push(one) };
}

const refusing = (sentence: string): Mailer => ({ send: () => Promise.reject(new Error(sentence)) });

async function stored() {
  const { rows } = await florin.database.ownerPool.query<Record<string, unknown>>(
    `select attempts, last_error, recipient, subject, body, link, sealed_link is not null as has_key, sent_at is not null as sent, given_up_at is not null as given_up,
            round(extract(epoch from next_attempt_at - now()))::int as wait from mails`,
  );
  return rows;
}

const isDue = () => florin.database.ownerPool.query('update mails set next_attempt_at = now()');

describe('a queued mail', () => {
  test('is sent once, its subject in one line, its link on a line of its own, and HTML that shows what was written', async () => {
    await queue();
    const office = postOffice();
    await deliver(office);
    await deliver(office);
    expect(office.taken).toEqual([
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        to: mail.to,
        subject: 'Ines sent you 5.00 USD',
        text: `Ines sent you 5.00 USD.\n\n“<b>lunch</b>”\n\n${mail.link}\n\nFlorin\nHelp: ${florin.app.dependencies.letterhead.supportEmail}\n\nYou get this email because it is about the security of a Florin account with this address. Emails about security cannot be turned off.`,
        html: expect.stringMatching(
          />“&lt;b&gt;lunch&lt;\/b&gt;”<\/p>.*href="https:\/\/florin\.example\/signup\?email=a&amp;b#key"/s,
        ),
        inline: [{ cid: 'logo@florin', png: expect.any(Buffer) }],
      },
    ]);
    expect(await stored()).toMatchObject([{ sent: true, attempts: 1 }]);
  });

  test('of a transaction that does not commit is not sent', async () => {
    const client = await florin.database.pool.connect();
    await client.query('begin');
    await queueMail(client, mail);
    await client.query('rollback');
    client.release();
    const office = postOffice();
    await deliver(office);
    expect(office.taken).toEqual([]);
  });

  test('that is to be mailed once is queued once', async () => {
    await queue({ once: 'invitation 1' });
    await queue({ once: 'invitation 1', subject: 'again' });
    await queue({ once: 'invitation 2' });
    expect(await stored()).toHaveLength(2);
  });

  test('is sent by one of two nodes that look at the same moment', async () => {
    for (let i = 0; i < 60; i++) await queue({ subject: String(i) });
    const office = postOffice();
    await Promise.all([deliver(office), deliver(office), deliver(office)]);
    expect(new Set(office.taken.map(({ subject }) => subject)).size).toBe(60);
    expect(office.taken).toHaveLength(60);
  });
});

test('a node that stops ends the mails under way and begins no others', async () => {
  for (let i = 0; i < 11; i++) await queue({ subject: String(i) });
  const office = postOffice();
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const mailer: Mailer = {
    send: async (one) => {
      begun.resolve();
      await released.promise;
      await office.send(one);
    },
  };
  const job = scheduleMails({ ...florin.app.dependencies, mailer, logger });
  await begun.promise;
  const stopped = job.stop();
  released.resolve();
  await stopped;
  expect(office.taken).toHaveLength(10);
  expect((await stored()).filter(({ sent, attempts }) => !sent && attempts === 0)).toHaveLength(1);
});

describe('a mail that the mail server does not take', () => {
  test('is tried again after growing waits, and sent when it does', async () => {
    await queue();
    const waits: unknown[] = [];
    for (let i = 0; i < 3; i++) {
      await isDue();
      await deliver(refusing('451 try later'));
      waits.push((await stored())[0]?.['wait']);
    }
    expect(waits).toEqual([30, 90, 300]);
    const office = postOffice();
    await deliver(office);
    expect(office.taken, 'before it is due').toEqual([]);
    await isDue();
    await deliver(office);
    expect(office.taken).toHaveLength(1);
    expect(await stored()).toMatchObject([{ sent: true, attempts: 4, last_error: null }]);
  });

  test('is given up after the eighth attempt', async () => {
    await queue();
    for (let i = 0; i < 10; i++) {
      await isDue();
      await deliver(refusing('550 no such mailbox'));
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

  test('does not hold up the others', async () => {
    await queue({ subject: 'bad' });
    await queue({ subject: 'good' });
    const office = postOffice();
    await deliver({ send: (one) => (one.subject === 'bad' ? Promise.reject(new Error('no')) : office.send(one)) });
    expect(office.taken.map(({ subject }) => subject)).toEqual(['good']);
  });

  test('leaves a reason without the links and addresses that the server repeats', async () => {
    await queue();
    await deliver(refusing(`554 <${mail.to}> spam: https://florin.example/confirm-email#secret ${'x'.repeat(500)}`));
    const [row] = await stored();
    expect(row?.['last_error']).toMatch(/^Error: 554 \(address\) spam: \(link\) x+$/);
    expect(String(row?.['last_error'])).toHaveLength(300);
  });

  test('because its node went away is taken up by another after a while', async () => {
    await queue();
    void deliver({ send: () => new Promise(() => undefined) });
    await expect.poll(async () => (await stored())[0]?.['attempts']).toBe(1);
    const office = postOffice();
    await deliver(office);
    expect(office.taken).toEqual([]);
    expect((await stored())[0]?.['wait']).toBeGreaterThan(240);
    await isDue();
    await deliver(office);
    expect(office.taken).toHaveLength(1);
  });
});

describe('the sandbox’s outbox', () => {
  const caught = (to?: string) => florin.client.call(endpoints.listCaughtMails, { query: { to } });

  test('shows what was caught and what still waits, newest first, to anybody', async () => {
    await queue();
    await deliver(postOffice());
    await queue({ to: 'lea@florin.example', link: undefined });
    expect(await caught()).toMatchObject([
      { to: 'lea@florin.example', link: null, sent_at: null },
      { to: mail.to, subject: 'Ines sent you 5.00 USD', text: mail.body, link: mail.link, sent_at: expect.any(String) },
    ]);
    expect(await caught('Jonas@Florin.Example')).toHaveLength(1);
  });

  const nobody = () => Promise.reject(new Error('nobody is asked'));

  test('does not exist in live mode, where it is forgotten what a sent mail said and to whom', async () => {
    const live = mailRoutes({ ...florin.app.dependencies, pool: florin.database.pool, mode: 'live' });
    const http = fastify();
    http.setErrorHandler(answerError);
    for (const route of live) mount(http, route, { authenticate: nobody });
    const answer = await http.inject({ url: `/api${endpoints.listCaughtMails.path}` });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: 'not_found' });
    await queue();
    await deliver(postOffice(), 'live');
    expect(await stored()).toMatchObject([
      { sent: true, recipient: '', subject: '', body: '', link: null, has_key: false },
    ]);
  });
});
