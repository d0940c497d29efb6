import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { smtpMailer } from './smtp.ts';

type Received = { readonly envelope: { from: string; to: string[] }; readonly mail: Email };

let server: SMTPServer | undefined;
afterEach(() => new Promise<void>((resolve) => (server ? server.close(resolve) : resolve())));

/** Starts a local mail server that records the mails it receives. */
async function mailServer(options: SMTPServerOptions = {}) {
  const received: Received[] = [];
  server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: callbackify(async (stream: Readable, { envelope: { mailFrom, rcptTo } }: SMTPServerSession) => {
      const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
      received.push({ envelope, mail: await PostalMime.parse(await buffer(stream)) });
    }),
    ...options,
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { received, host: `127.0.0.1:${port}` };
}

const mail = {
  id: '0190f5c2-7a6b-7000-8000-000000000001',
  to: 'jonas.weber@florin.example',
  subject: 'Léa sent you 40.00 GBP',
  text: 'Léa sent you 40.00 GBP.\n\n.\n\nhttps://florin.example/signup?email=jonas.weber%40florin.example',
  html: '<p>Léa sent you 40.00 GBP.</p>',
};
const from = 'no-reply@florin.example';

describe('smtpMailer', () => {
  test('delivers a mail unchanged, with Florin as its sender', async () => {
    const { received, host } = await mailServer();
    await smtpMailer({ url: `smtp://${host}`, from }).send(mail);
    expect(received).toEqual([
      {
        envelope: { from, to: [mail.to] },
        mail: expect.objectContaining({
          from: { name: 'Florin', address: from },
          to: [{ name: '', address: mail.to }],
          subject: mail.subject,
          text: `${mail.text}\n`,
          html: `${mail.html}\n`,
          messageId: `<${mail.id}@florin.example>`,
        }),
      },
    ]);
  });

  test('the mailer signs in with the user and password of the URL', async () => {
    const seen: unknown[] = [];
    const { host } = await mailServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        seen.push(username, password);
        done(null, { user: username });
      },
    });
    await smtpMailer({ url: `smtp://florin:p%40ss@${host}`, from }).send(mail);
    expect(seen).toEqual(['florin', 'p@ss']);
  });

  test('sending a mail throws when the mail server rejects it', async () => {
    const { host } = await mailServer({ onRcptTo: (_address, _session, done) => done(new Error('no such mailbox')) });
    await expect(smtpMailer({ url: `smtp://${host}`, from }).send(mail)).rejects.toThrow('no such mailbox');
  });

  test('sending a mail throws immediately when no mail server is running', async () => {
    await expect(smtpMailer({ url: 'smtp://127.0.0.1:1', from }).send(mail)).rejects.toThrow('ECONNREFUSED');
  });
});
