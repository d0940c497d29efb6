import { madeOnce } from '../../platform/made-once.ts';
import type { Mailer } from './mailer.ts';

/** A server that falls silent ends the attempt, well before the queue would let another node try. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 20_000,
} as const;

/**
 * Sends over SMTP, each mail over a connection of its own. Encrypted wherever the server offers it; `smtps://`, or
 * `?requireTLS=true`, insists.
 *
 * @param url `smtp://user:password@host:port`; carries a secret
 * @param from the sender's address
 */
export function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const open = madeOnce(async () => {
    const { createTransport } = await import('nodemailer'); // with the first mail: a start does not wait for it
    return createTransport({
      url,
      ...timeouts,
      // A mail holds text and nothing else.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send({ id, to, inline = [], ...content }) {
      const transport = await open();
      await transport.sendMail({
        ...content,
        attachments: inline.map(({ cid, png }) => ({
          cid,
          content: png,
          contentType: 'image/png',
          contentDisposition: 'inline',
          filename: `${cid.split('@')[0]}.png`,
        })),
        to: { name: '', address: to },
        from: { name: 'Florin', address: from },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
