/** Settings that may contain a secret. A problem with one never repeats its value. */

export type FileScannerAddress = { readonly host: string; readonly port: number } | { readonly path: string };

/** Reads SMTP_URL. A problem does not repeat the URL, which contains a password. */
export function smtpUrlOf(env: Record<string, string | undefined>, problems: string[]): string | undefined {
  const text = env['SMTP_URL'] || undefined;
  if (text !== undefined && !/^smtps?:$/.test(URL.parse(text)?.protocol ?? ''))
    problems.push('SMTP_URL must be smtp://user:password@host:port, or smtps:// for a server with implicit TLS.');
  return text;
}

export type SmsGateway = { readonly url: URL; readonly token: string | undefined };

/** Reads the gateway. A problem does not repeat the address, which may contain a key. The token must never be sent in clear. */
export function smsGatewayOf(env: Record<string, string | undefined>, problems: string[]): SmsGateway | undefined {
  const [text, token] = [env['SMS_GATEWAY_URL'], env['SMS_GATEWAY_TOKEN'] || undefined];
  if (!text) {
    if (token !== undefined)
      problems.push('SMS_GATEWAY_TOKEN needs SMS_GATEWAY_URL: the address that receives text messages.');
    return undefined;
  }
  const url = URL.parse(text);
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (!url || (url.protocol !== 'https:' && !isLocal) || url.username !== '' || url.password !== '')
    problems.push(
      'SMS_GATEWAY_URL must be https://…, or http:// on this machine, without a user name. Put a key into SMS_GATEWAY_TOKEN.',
    );
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
    problems.push('SMS_GATEWAY_TOKEN must contain only letters, digits and punctuation.');
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
  problems.push('FILE_SCANNER must be the address of ClamAV: tcp://host:3310 or unix:///run/clamav/clamd.ctl.');
  return undefined;
}

/** Reads a master key. A problem does not repeat the key. */
export function masterKeyOf(
  env: Record<string, string | undefined>,
  name: 'FLORIN_MASTER_KEY' | 'FLORIN_OLD_MASTER_KEY',
  problems: string[],
): Buffer | undefined {
  const text = env[name];
  if (!text) return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length !== 32)
    problems.push(`${name} must be 32 random bytes in base64. Create them with openssl rand -base64 32.`);
  return key;
}
