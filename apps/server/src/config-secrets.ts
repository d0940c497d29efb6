/** Settings that hold or may hold a secret: what is wrong with one is said without repeating it. */

export type FileScannerAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** What is wrong with it is said without repeating it: it carries a password. */
export function smtpUrlOf(env: Record<string, string | undefined>, problems: string[]): string | undefined {
  const text = env['SMTP_URL'] || undefined;
  if (text !== undefined && !/^smtps?:$/.test(URL.parse(text)?.protocol ?? ''))
    problems.push(
      'SMTP_URL is smtp://user:password@host:port, or smtps:// for a server that is encrypted from the start.',
    );
  return text;
}

export type SmsGateway = { readonly url: URL; readonly token: string | undefined };

/** What is wrong with it is said without repeating it: the address may carry a key. The token must not cross a network in the clear. */
export function smsGatewayOf(env: Record<string, string | undefined>, problems: string[]): SmsGateway | undefined {
  const [text, token] = [env['SMS_GATEWAY_URL'], env['SMS_GATEWAY_TOKEN'] || undefined];
  if (!text) {
    if (token !== undefined) problems.push('SMS_GATEWAY_TOKEN needs SMS_GATEWAY_URL: where text messages are posted.');
    return undefined;
  }
  const url = URL.parse(text);
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (!url || (url.protocol !== 'https:' && !isLocal) || url.username !== '' || url.password !== '')
    problems.push(
      'SMS_GATEWAY_URL is https://…, without a user name (a key goes into SMS_GATEWAY_TOKEN); http:// only on this machine.',
    );
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    problems.push('SMS_GATEWAY_TOKEN is letters, digits and signs only.');
  return url ? { url, token } : undefined;
}

export function fileScannerOf(
  env: Record<string, string | undefined>,
  problems: string[],
): FileScannerAddress | undefined {
  const text = env['FILE_SCANNER'];
  if (!text) return undefined;
  const { protocol, hostname, port, pathname } = URL.parse(text) ?? {};
  if (protocol === 'tcp:' && hostname && port) return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(port) };
  if (protocol === 'unix:' && !hostname && pathname) return { path: decodeURIComponent(pathname) };
  problems.push('FILE_SCANNER is where ClamAV listens: tcp://host:3310 or unix:///run/clamav/clamd.ctl.');
  return undefined;
}

/** What is wrong with it is said without repeating it. */
export function masterKeyOf(
  env: Record<string, string | undefined>,
  name: 'FLORIN_MASTER_KEY' | 'FLORIN_OLD_MASTER_KEY',
  problems: string[],
): Buffer | undefined {
  const text = env[name];
  if (!text) return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32) problems.push(`${name} is 32 random bytes in base64: openssl rand -base64 32.`);
  return key;
}
