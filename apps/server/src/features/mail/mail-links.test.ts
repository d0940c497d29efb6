import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, testMasterKey, type TestApp } from '../../../test/test-app.ts';
import { decryptLetter, encryptFor, newLetterKeys } from '../../platform/encrypted-letter.ts';
import { openVault } from '../../platform/vault.ts';
import type { OutgoingMail } from '../../providers/mailer/mailer.ts';
import { deliverMails } from './deliver-mails.ts';
import { openMailLinks } from './mail-links.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on' });
});
afterAll(() => florin.close());

/** Returns all mail rows as text, with encrypted bytes in PostgreSQL's escape format. */
async function rowsOfMails(): Promise<string> {
  const { rows } = await florin.database.ownerPool.query<{ row: string }>(
    `select to_jsonb(m)::text || coalesce(encode(sealed_link, 'escape'), '') as row from mails m`,
  );
  return rows.map(({ row }) => row).join('\n');
}

const caught = (to: string) => florin.client.call(endpoints.listCaughtMails, { query: { to } });

async function deliver(mode: 'sandbox' | 'live') {
  const sent: OutgoingMail[] = [];
  const mailer = { send: async (mail: OutgoingMail) => void sent.push(mail) };
  await deliverMails({ ...florin.app.dependencies, mailer, logger: pino({ level: 'silent' }), mode });
  return sent;
}

describe('a token in a mail', () => {
  // Rules: identity-22
  test('a token is encrypted while its mail waits, readable in the sent mail, and deleted after sending', async () => {
    const ines = await florin.signUp();
    await florin.client.call(endpoints.forgotPassword, { body: { email: ines.user.email } });
    const links = (await caught(ines.user.email)).flatMap(({ link }) => link ?? []);
    const tokens = links.flatMap((link) => link.split('#')[1] ?? []);
    expect(tokens.length).toBeGreaterThan(0);
    for (const token of tokens) expect(await rowsOfMails()).not.toContain(token);

    const sent = (await deliver('live')).map(({ text }) => text).join('\n');
    for (const token of tokens) expect(sent).toContain(token);
    const { rows } = await florin.database.ownerPool.query('select from mails where sealed_link is not null');
    expect(rows).toEqual([]);
  });

  test('the sandbox outbox shows the link of a sent mail', async () => {
    const jonas = await florin.signUp();
    await deliver('sandbox');
    expect((await caught(jonas.user.email)).map(({ link }) => link)).toEqual([
      expect.stringMatching(/\/confirm-email#[\w-]{43}$/),
    ]);
  });

  test('a server start encrypts the unencrypted links that an earlier version queued', async () => {
    await florin.database.ownerPool.query(
      `insert into mails (id, recipient, subject, body, link)
       values (gen_random_uuid(), 'old@florin.example', 'Reset', 'Open this:', 'https://florin.example/reset-password#an-old-token')`,
    );
    await openMailLinks({ pool: florin.database.pool, vault: openVault(florin.database.pool, testMasterKey) });
    expect(await rowsOfMails()).not.toContain('an-old-token');
    expect(await caught('old@florin.example')).toMatchObject([
      { link: 'https://florin.example/reset-password#an-old-token' },
    ]);
  });
});

test('only the right keys and the right subject decrypt an encrypted letter', () => {
  const [keys, others] = [newLetterKeys(), newLetterKeys()];
  const encrypted = encryptFor(keys.publicKey, 'a secret', 'mail 1');
  expect(decryptLetter(keys, encrypted, 'mail 1')).toBe('a secret');
  expect(encryptFor(keys.publicKey, 'a secret', 'mail 1')).not.toEqual(encrypted);
  expect(() => decryptLetter(keys, encrypted, 'mail 2')).toThrow('Unsupported state or unable to authenticate data');
  expect(() => decryptLetter(others, encrypted, 'mail 1')).toThrow('Unsupported state or unable to authenticate data');
  expect(() => decryptLetter(keys, Buffer.from(encrypted.with(60, (encrypted[60] ?? 0) ^ 1)), 'mail 1')).toThrow(
    'Unsupported state or unable to authenticate data',
  );
});
