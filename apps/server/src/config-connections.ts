import { splitAddresses, type LedgerAddress } from './config-ledgers.ts';

/**
 * Returns the problems of unsafe connections. In live mode, a connection to another machine must be encrypted, and its
 * certificate must be checked (rule asvs-12.3). A problem never repeats the address, which contains a password.
 */
export function unsafeConnections(env: Record<string, string | undefined>): string[] {
  return [
    ...databases.filter((name) => splitAddresses(env[name] ?? '').some(isUncheckedDatabase)).map(uncheckedDatabase),
    ...(isPlainMail(env['SMTP_URL'] ?? '') ? [plainMail] : []),
    ...addresses.filter((name) => isPlainWeb(env[name] ?? '')).map(plainWeb),
  ];
}

const databases = ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'FLORIN_LEDGERS', 'FLORIN_MIGRATION_LEDGERS'] as const;

const uncheckedDatabase = (name: (typeof databases)[number]) =>
  `${name} names another machine without checking its certificate. Add ?sslmode=verify-full (and sslrootcert=… for your own authority), or ?sslmode=disable on a private network.`;

const plainMail = 'SMTP_URL allows unencrypted mail. Use smtps://, or add ?requireTLS=true to smtp://.';
const addresses = ['PUBLIC_URL', 'PRICE_FEED', 'EXCHANGE_RATES'] as const;
const plainWeb = (name: (typeof addresses)[number]) => `${name} names another machine without TLS. Use https://.`;

/** Checks each of several hosts. A host that begins with a slash is a socket. */
function isUncheckedDatabase(url: string): boolean {
  const [, hosts = '', query = ''] = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#]*)[^?#]*(?:\?([^#]*))?/.exec(url) ?? [];
  const settings = new URLSearchParams(query);
  const named = (settings.get('host') ?? hosts).split(',').map(withoutPort);
  if (named.every((host) => host === '' || host.startsWith('/') || isThisMachine(host))) return false;
  return !['verify-full', 'disable'].includes(settings.get('sslmode') ?? '');
}

type Databases = Readonly<Record<'databaseUrl' | 'migrationDatabaseUrl', string | undefined>>;

/**
 * Returns a sentence for each pair of settings that name different databases. A restore would fill the owner's
 * database.
 */
export function differentDatabases(main: Databases & { readonly ledgers: readonly LedgerAddress[] }): string[] {
  return [
    ...differences(main, ['DATABASE_URL', 'MIGRATION_DATABASE_URL']),
    ...main.ledgers.flatMap((ledger, i) =>
      differences(ledger, [`Address ${i + 1} of FLORIN_LEDGERS`, `address ${i + 1} of FLORIN_MIGRATION_LEDGERS`]),
    ),
  ];
}

function differences({ databaseUrl, migrationDatabaseUrl }: Databases, [login, owner]: [string, string]): string[] {
  const [one, other] = [databaseUrl, migrationDatabaseUrl].map((url) => databaseIn(url ?? ''));
  if (one === other || !one || !other) return [];
  return [
    `${login} names the database ${one}, and ${owner} the database ${other}. Name the same one in both, each with its own user.`,
  ];
}

const databaseIn = (url: string) => /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?[^/?#]*\/([^?#]*)/.exec(url)?.[1];

const withoutPort = (host: string) => host.replace(/:\d+$/, '');

function isPlainMail(url: string): boolean {
  const { protocol, hostname = '', searchParams } = URL.parse(url) ?? {};
  return protocol === 'smtp:' && !isThisMachine(hostname) && searchParams?.get('requireTLS') !== 'true';
}

function isPlainWeb(url: string): boolean {
  const { protocol, hostname = '' } = URL.parse(url) ?? {};
  return protocol === 'http:' && !isThisMachine(hostname);
}

export const isThisMachine = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  /^127\.\d+\.\d+\.\d+$/.test(host) ||
  ['::1', '[::1]'].includes(host);
