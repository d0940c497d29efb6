import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

export type CaughtMail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The link in the mail. */
  readonly link: string | undefined;
  readonly at: Date;
};

const mostMails = 200;

/** Starts a mail server on this machine that delivers nothing. Keeps the newest mails, newest first. */
export async function catchMails() {
  const mails: CaughtMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData: callbackify(async (stream: Readable, { envelope }: SMTPServerSession) => {
      const { subject = '', text = '' } = await PostalMime.parse(await buffer(stream));
      const to = envelope.rcptTo.map(({ address }) => address).join(', ');
      mails.unshift({ to, subject, text, link: /https?:\/\/\S+/.exec(text)?.[0], at: new Date() });
      mails.splice(mostMails);
    }),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { mails: mails as readonly CaughtMail[], url: `smtp://127.0.0.1:${port}?ignoreTLS=true` };
}
