import { isIPv6 } from 'node:net';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isThisMachine, unsafeConnections } from './config-connections.ts';
import { forSandboxesOnly, missingForLive } from './config-live.ts';
import {
  fileScannerOf,
  masterKeyOf,
  smsGatewayOf,
  smtpUrlOf,
  type FileScannerAddress,
  type SmsGateway,
} from './config-secrets.ts';

export type Mode = 'sandbox' | 'live';

/** The environment, parsed once. */
export type Config = {
  readonly mode: Mode;
  readonly host: string;
  readonly port: number;
  /** Where people reach this server, an origin; links in mails and payment links start with it. */
  readonly publicUrl: string;
  /** Others than this machine may reach it: it listens on more than a loopback address, or has a public one. */
  readonly reachable: boolean;
  /** The embedded database lives here, unless there is a `databaseUrl`. */
  readonly dataDir: string;
  /** Somebody named that folder: the data must be in it and nowhere else. */
  readonly dataDirChosen: boolean;
  /** Where the operator's terms and privacy notice are. */
  readonly legalDir: string | undefined;
  /** Authorities that Node trusts beyond its own. It reads the file with the first encrypted connection. */
  readonly extraCertificates: string | undefined;
  readonly databaseUrl: string | undefined;
  /** The owner's address of the same database, where `databaseUrl` names the application's login. */
  readonly migrationDatabaseUrl: string | undefined;
  /** Where real prices come from; the sandbox makes up its own without. */
  readonly priceFeed: PriceFeedConfig | undefined;
  /** Mail is sent, or in the sandbox caught; never false in live. */
  readonly mail: boolean;
  /** The mail server, secret included. The sandbox has no use for it. */
  readonly smtpUrl: string | undefined;
  /** Where text messages are posted, secret included. Live sends none without; the sandbox has no use for it. */
  readonly smsGateway: SmsGateway | undefined;
  /** Whom mail comes from. */
  readonly mailFrom: string;
  /** Where mails say that people get help. */
  readonly supportEmail: string;
  /** ClamAV's daemon, which looks through what members upload; nobody does without. */
  readonly fileScanner: FileScannerAddress | undefined;
  /** Push messages may be sent: to the servers of the members' browsers, the only ones that members choose. */
  readonly push: boolean;
  /** Fill a fresh sandbox with its cast. */
  readonly seed: boolean;
  /** Charts of made-up prices go back a year before the first start. Off is for tests, which start many servers. */
  readonly pastPrices: boolean;
  /** An address counts only once its owner has opened the mailed link. Always so in live; the sandbox may do without. */
  readonly emailConfirmation: boolean;
  readonly rateLimits: boolean;
  /** By how much the bounds on guesses are wider than in live: a test machine's sign-ins all come from one address. */
  readonly throttleFactor: number;
  /** How much work the hash of a password takes. `least` is for tests of a sandbox: it protects nothing. */
  readonly passwordCost: 'full' | 'least';
  /** How long a new bank account waits before money can be withdrawn to it. */
  readonly payoutMethodWaitHours: number;
  /** `info` writes a line for each change, sign-in and refusal; `warn` only what somebody should look at. */
  readonly logLevel: 'info' | 'warn';
  /** 32 bytes that personal data is sealed under; the sandbox makes its own without. */
  readonly masterKey: Buffer | undefined;
  /** While the master key is changed: the one on its way out, or the one to come. */
  readonly oldMasterKey: Buffer | undefined;
  /** How many proxies in front of this server are believed when they say who asks. */
  readonly trustedProxies: number;
  /** How long a server that was told to stop goes on answering, not ready any more, so that a balancer can notice. */
  readonly drainSeconds: number;
  /** Where this process tells its metrics: a port of its own, never the public one. Nowhere without a port. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** Which requests get a line in the log of their own: all, or those that fail on our side or take longer than this. */
  readonly requestLog: { readonly all: boolean; readonly slowMs: number };
};

export type PriceFeedConfig = {
  /** CoinGecko on one of its plans, or an address that answers JSON (docs/operate/configure.md). May hold a secret. */
  readonly from: 'coingecko' | 'coingecko-pro' | URL;
  readonly key: string | undefined;
  /** How often it is asked. */
  readonly everySeconds: number;
  /** A price older than this is not traded on. */
  readonly maxAgeSeconds: number;
};

/** A setting that cannot be used, or a database that it names; its message is for the person who starts the server. */
export class ConfigProblem extends Error {}

/** One that may be gone at the next start with the same settings: a port that is taken, a database that is not there. */
export class PassingProblem extends ConfigProblem {}

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** @throws ConfigProblem with a sentence for each setting that is missing or wrong */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const mode = oneOf(env, 'FLORIN_MODE', ['sandbox', 'live'], 'sandbox', problems);
  const port = portOf(env, problems);
  const host = env['HOST'] || '127.0.0.1';
  if (mode === 'live') problems.push(...missingForLive(env), ...unsafeConnections(env));
  const publicUrl = publicUrlOf(env, problems) ?? `http://${hostInUrl(host)}:${port}`;
  const reachable = Boolean(env['PUBLIC_URL']) || !isThisMachine(host);
  const mailFrom = env['MAIL_FROM'] || `no-reply@${URL.parse(publicUrl)?.hostname ?? host}`;
  const config: Config = {
    mode,
    host,
    port,
    publicUrl,
    reachable,
    dataDir: path.resolve(env['FLORIN_DATA_DIR'] || path.join(repository, '.florin')),
    dataDirChosen: Boolean(env['FLORIN_DATA_DIR']),
    legalDir: env['FLORIN_LEGAL_DIR'] || undefined,
    extraCertificates: env['NODE_EXTRA_CA_CERTS'] || undefined,
    databaseUrl: databaseUrlOf(env, 'DATABASE_URL', problems),
    migrationDatabaseUrl: databaseUrlOf(env, 'MIGRATION_DATABASE_URL', problems),
    priceFeed: priceFeedOf(env, problems),
    mail: oneOf(env, 'FLORIN_MAIL', ['on', 'off'], 'on', problems) === 'on',
    smtpUrl: smtpUrlOf(env, problems),
    smsGateway: smsGatewayOf(env, problems),
    mailFrom,
    supportEmail: env['SUPPORT_EMAIL'] || supportAt(mailFrom),
    fileScanner: fileScannerOf(env, problems),
    push: oneOf(env, 'FLORIN_PUSH', ['on', 'off'], 'on', problems) === 'on',
    seed: mode === 'sandbox' && oneOf(env, 'FLORIN_SEED', ['on', 'off'], 'on', problems) === 'on',
    pastPrices: oneOf(env, 'FLORIN_PAST_PRICES', ['on', 'off'], 'on', problems) === 'on',
    emailConfirmation:
      oneOf(env, 'FLORIN_EMAIL_CONFIRMATION', ['on', 'off'], mode === 'live' ? 'on' : 'off', problems) === 'on',
    rateLimits: oneOf(env, 'FLORIN_RATE_LIMITS', ['on', 'off'], 'on', problems) === 'on',
    throttleFactor: mode === 'sandbox' && !reachable ? 10 : 1,
    passwordCost: oneOf(env, 'FLORIN_PASSWORD_COST', ['full', 'least'], 'full', problems),
    payoutMethodWaitHours: upTo('720 hours', env, 'PAYOUT_METHOD_WAIT_HOURS', mode === 'live' ? '24' : '0', problems),
    logLevel: oneOf(env, 'LOG_LEVEL', ['info', 'warn'], mode === 'live' ? 'info' : 'warn', problems),
    masterKey: masterKeyOf(env, 'FLORIN_MASTER_KEY', problems),
    oldMasterKey: masterKeyOf(env, 'FLORIN_OLD_MASTER_KEY', problems),
    trustedProxies: trustedProxiesOf(env, problems),
    // Nobody waits for a sandbox on their own machine to be taken out of a balancer.
    drainSeconds: upTo('300 seconds', env, 'FLORIN_DRAIN_SECONDS', mode === 'live' ? '10' : '0', problems),
    metrics: metricsOf(env, port, problems),
    requestLog: requestLogOf(env, problems),
  };
  if (config.requestLog.all && config.logLevel !== 'info') problems.push('LOG_REQUESTS=on needs LOG_LEVEL=info.');
  if (config.migrationDatabaseUrl !== undefined && config.databaseUrl === undefined)
    problems.push('MIGRATION_DATABASE_URL needs DATABASE_URL: the login that Florin works as.');
  if (config.legalDir && !existsSync(config.legalDir)) problems.push('FLORIN_LEGAL_DIR names no folder.');
  if (mode === 'live') problems.push(...forSandboxesOnly(config));
  if (problems.length > 0) throw new ConfigProblem(problems.join('\n'));
  return config;
}

function oneOf<Choice extends string>(
  env: Record<string, string | undefined>,
  name: string,
  choices: readonly Choice[],
  otherwise: Choice,
  problems: string[],
): Choice {
  const value = env[name];
  if (!value) return otherwise;
  const choice = choices.find((one) => one === value);
  if (choice === undefined) problems.push(`${name} is ${choices.join(' or ')}, not "${value}".`);
  return choice ?? otherwise;
}

/** The address for help: at the domain of `no-reply@wallet.example.com`, or of `Florin <no-reply@wallet.example.com>`. */
const supportAt = (from: string) => `support@${from.slice(from.lastIndexOf('@') + 1).replace(/>\s*$/, '')}`;

/** Where a browser on this machine finds what listens there. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Paths are added to it, and passkeys and HSTS go by its host and scheme: nothing but an origin will do. */
function publicUrlOf(env: Record<string, string | undefined>, problems: string[]): string | undefined {
  const text = env['PUBLIC_URL'];
  if (!text) return undefined;
  const url = webAddress(text);
  if (url?.href === `${url?.origin}/`) return url.origin;
  problems.push('PUBLIC_URL is an http(s) address without a path: https://wallet.example.com.');
  return undefined;
}

/** What is wrong with it is said without repeating it: it carries a password. */
function databaseUrlOf(
  env: Record<string, string | undefined>,
  name: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL',
  problems: string[],
): string | undefined {
  const text = env[name] || undefined;
  if (text !== undefined && !/^postgres(?:ql)?:\/\/\S+$/.test(text))
    problems.push(`${name} is postgres://user:password@host:5432/database.`);
  return text;
}

/** What is wrong with an address or a key is said without repeating it: it is or may hold a secret. */
function priceFeedOf(env: Record<string, string | undefined>, problems: string[]): PriceFeedConfig | undefined {
  const text = env['PRICE_FEED'];
  if (!text) return undefined;
  const from = text === 'coingecko' || text === 'coingecko-pro' ? text : webAddress(text);
  if (!from) problems.push('PRICE_FEED is coingecko, coingecko-pro or an http(s) address that answers JSON.');
  const key = env['PRICE_FEED_KEY'] || undefined;
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    problems.push('PRICE_FEED_KEY is letters, digits and signs only.');
  if (from === 'coingecko-pro' && key === undefined) problems.push('PRICE_FEED=coingecko-pro needs PRICE_FEED_KEY.');
  const everySeconds = secondsOf(env, 'PRICE_FEED_SECONDS', '60', problems);
  const maxAgeSeconds = secondsOf(env, 'PRICE_MAX_AGE_SECONDS', '180', problems);
  if (maxAgeSeconds <= everySeconds)
    problems.push(
      'PRICE_MAX_AGE_SECONDS is more than PRICE_FEED_SECONDS: prices would be too old before the next come.',
    );
  return { from: from ?? 'coingecko', key, everySeconds, maxAgeSeconds };
}

function webAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

const daySeconds = 24 * 60 * 60;

function secondsOf(
  env: Record<string, string | undefined>,
  name: string,
  otherwise: string,
  problems: string[],
): number {
  const text = env[name] || otherwise;
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > daySeconds)
    problems.push(`${name} is 1 to ${daySeconds} seconds, not "${text}".`);
  return seconds;
}

function trustedProxiesOf(env: Record<string, string | undefined>, problems: string[]): number {
  const text = env['TRUSTED_PROXIES'] || '0';
  const hops = Number(text);
  if (!Number.isInteger(hops) || hops < 0 || hops > 10)
    problems.push(`TRUSTED_PROXIES is how many proxies stand in front of Florin, 0 to 10, not "${text}".`);
  return hops;
}

/** @param most with its unit: `300 seconds` */
function upTo(
  most: string,
  env: Record<string, string | undefined>,
  name: string,
  otherwise: string,
  problems: string[],
) {
  const text = env[name] || otherwise;
  const value = Number(text);
  if (!(value >= 0 && value <= Number.parseInt(most))) problems.push(`${name} is 0 to ${most}, not "${text}".`);
  return value;
}

function metricsOf(env: Record<string, string | undefined>, publicPort: number, problems: string[]): Config['metrics'] {
  if (!env['METRICS_PORT']) return undefined;
  const port = portOf(env, problems, 'METRICS_PORT');
  if (port !== 0 && port === publicPort) problems.push('METRICS_PORT is a port of its own, not PORT.');
  return { host: env['METRICS_HOST'] || '127.0.0.1', port };
}

const longestSlowMs = 60_000;

function requestLogOf(env: Record<string, string | undefined>, problems: string[]): Config['requestLog'] {
  const text = env['LOG_SLOW_MS'] || '1000';
  const slowMs = Number(text);
  if (!Number.isInteger(slowMs) || slowMs < 1 || slowMs > longestSlowMs)
    problems.push(`LOG_SLOW_MS is 1 to ${longestSlowMs} milliseconds, not "${text}".`);
  return { all: oneOf(env, 'LOG_REQUESTS', ['on', 'off'], 'off', problems) === 'on', slowMs };
}

function portOf(env: Record<string, string | undefined>, problems: string[], name = 'PORT'): number {
  const text = env[name] || '3000';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) problems.push(`${name} is 0 to 65535, not "${text}".`);
  return port;
}
