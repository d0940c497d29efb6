import { once } from '../../platform/once.ts';
import type { Mailer } from './mailer.ts';

/** Well below the time after which the queue allows another node to retry. */
const timeouts = {
  dnsTimeout: 10_000,
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 20_000,
} as const;

/**
 * Sends mail over SMTP, with one connection per mail. Encrypts if the server offers it; `smtps://` or `?requireTLS=true`
 * requires it.
 *
 * @param url `smtp://user:password@host:port`; contains a secret
 * @param from the sender's address
 * @param name the sender's name
 */
export function smtpMailer({ url, from, name = 'Florin' }: { url: string; from: string; name?: string }): Mailer {
  const open = once(async () => {
    const { createTransport } = await import('nodemailer'); // loaded on first use, to keep the start fast
    return createTransport({
      url,
      ...timeouts,
      // Mail content never comes from a file or a URL.
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
        from: { name, address: from },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
}
