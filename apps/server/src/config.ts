import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Policy } from '@florin/contract';
import { differentDatabases, isThisMachine, unsafeConnections } from './config-connections.ts';
import type { BrandConfig, OperatorTexts } from './config-brand.ts';
import { readConfigFile, type OperatorAccountConfig } from './config-file.ts';
import { anchorsOf, type AnchorsConfig } from './config-anchors.ts';
import { witnessesOf, type WitnessesConfig } from './config-witnesses.ts';
import { priceFeedOf, type PriceFeedConfig } from './config-feeds.ts';
import { hostInUrl, publicUrlOf, supportAt } from './config-addresses.ts';
import { documentSigningOf, type DocumentSigningConfig } from './config-documents.ts';
import { missingFolders } from './config-folders.ts';
import { ledgersOf, type LedgerAddress } from './config-ledgers.ts';
import { forSandboxesOnly, missingAccounts, missingForLive } from './config-live.ts';
import { stripeOf, type StripeConfig } from './config-cards.ts';
import { exchangeRatesOf, type ExchangeRatesConfig } from './config-rates.ts';
import {
  fileScannerOf,
  masterKeyOf,
  smsGatewayOf,
  smtpUrlOf,
  type FileScannerAddress,
  type SmsGateway,
} from './config-secrets.ts';

export type Mode = 'sandbox' | 'live';

/** The parsed environment. */
export type Config = {
  readonly mode: Mode;
  readonly host: string;
  readonly port: number;
  /** The public origin of this server. Links in mails and payment links begin with this origin. */
  readonly publicUrl: string;
  /** Other machines can reach the server: HOST is not a loopback address, or PUBLIC_URL is set. */
  readonly reachable: boolean;
  /** The folder of the embedded database, used without a `databaseUrl`. */
  readonly dataDir: string;
  /** The operator set this folder, so the data must be in it. */
  readonly dataDirChosen: boolean;
  /** The fees, prices, limits and confirmation thresholds. */
  readonly policy: Policy;
  readonly brand: BrandConfig;
  /** The operator's texts in FLORIN_CONFIG, which have precedence over `legalDir`. */
  readonly operatorTexts: OperatorTexts;
  /** The folder of the operator's terms, privacy notice and imprint. */
  readonly legalDir: string | undefined;
  /** A file of additional trusted certificate authorities. Node reads it at the first encrypted connection. */
  readonly extraCertificates: string | undefined;
  readonly databaseUrl: string | undefined;
  /** The owner's URL of the same database, if `databaseUrl` names the application login. */
  readonly migrationDatabaseUrl: string | undefined;
  /** The further ledgers, by their numbers from 1 on. The main database is ledger 0. */
  readonly ledgers: readonly LedgerAddress[];
  /** The source of real prices. Without it, a sandbox simulates prices. */
  readonly priceFeed: PriceFeedConfig | undefined;
  /** The source of real exchange rates. Without it, a sandbox has fixed rates. */
  readonly exchangeRates: ExchangeRatesConfig | undefined;
  /** Mail is sent or, in a sandbox, caught. Never false in live mode. */
  readonly mail: boolean;
  /** The mail server's URL, including its secret. Not used in a sandbox. */
  readonly smtpUrl: string | undefined;
  /**
   * The gateway for text messages, including its secret. Without it, a live server sends no text messages. Not used in
   * a sandbox.
   */
  readonly smsGateway: SmsGateway | undefined;
  /** The keys of the card processor. Not used in a sandbox. */
  readonly stripe: StripeConfig | undefined;
  /** The sender of mails. */
  readonly mailFrom: string;
  /** The address for help in mails and on screens. */
  readonly supportEmail: string;
  /** ClamAV's daemon, which scans uploads. Without it, uploads are not scanned. */
  readonly fileScanner: FileScannerAddress | undefined;
  /** Push messages may be sent: to the browsers' push servers, which members can choose. */
  readonly push: boolean;
  /** Whether anyone may see the sums of the books at /books. */
  readonly publicBooks: boolean;
  /** Others who sign the public log. */
  readonly witnesses: WitnessesConfig;
  /** Services that time-stamp the public log. */
  readonly anchors: AnchorsConfig;
  /** The kind of addresses that webhooks may have. Always `public` in live. */
  readonly webhookReach: 'public' | 'loopback' | 'private';
  /** Seed a new sandbox with demo accounts. */
  readonly seed: boolean;
  /** Fill the charts of simulated prices with a year of history. Off for tests that start many servers. */
  readonly pastPrices: boolean;
  /** An email address counts only after its owner opened the mailed link. Always on in live, optional in a sandbox. */
  readonly emailConfirmation: boolean;
  readonly rateLimits: boolean;
  /**
   * The factor by which sign-in limits exceed those of live mode, because all sign-ins of a test machine come from one
   * address.
   */
  readonly throttleFactor: number;
  /** The cost of password hashing. `least` gives no protection and is only for tests of a sandbox. */
  readonly passwordCost: 'full' | 'least';
  /** The institution's bank accounts. */
  readonly operatorAccounts: readonly OperatorAccountConfig[];
  /** The folder for bank files, with `inbox` and `outbox`. Undefined: files come by upload only. */
  readonly bankDir: string | undefined;
  /** The folder of the sanctions lists. */
  readonly screeningDir: string | undefined;
  /** The policy for incoming money whose payer has another name than the member. */
  readonly thirdPartyDeposits: 'review' | 'accept' | 'return';
  /** The hours before money can be withdrawn to a new bank account. */
  readonly payoutMethodWaitHours: number;
  /** `info` logs each change, sign-in and suspicious error. `warn` logs only problems. */
  readonly logLevel: 'info' | 'warn';
  /** 32 bytes that encrypt personal data. Without a configured key, a sandbox generates a key. */
  readonly masterKey: Buffer | undefined;
  /** The other key while the master key is being changed. */
  readonly oldMasterKey: Buffer | undefined;
  /** How PDFs are signed. */
  readonly documentSigning: DocumentSigningConfig;
  /** The number of proxies whose X-Forwarded-For entries are trusted. */
  readonly trustedProxies: number;
  /** The seconds that a stopping server still responds, reporting not ready, so that load balancers notice. */
  readonly drainSeconds: number;
  /** The address of the metrics, on a separate port that is never the public one. Undefined: no metrics. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  /** The requests to log: all, or those that fail on our side or take longer than `slowMs`. */
  readonly requestLog: { readonly all: boolean; readonly slowMs: number };
};

/** A setting or its database cannot be used. The message is for the operator. */
export class ConfigProblem extends Error {}

/** A problem that may be gone at the next start, such as a port in use or an unreachable database. */
export class PassingProblem extends ConfigProblem {}

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** @throws ConfigProblem with a sentence for each missing or invalid setting */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const mode = oneOf(env, 'FLORIN_MODE', ['sandbox', 'live'], 'sandbox', problems);
  const port = portOf(env, problems);
  const host = env['HOST'] || '127.0.0.1';
  if (mode === 'live') problems.push(...missingForLive(env), ...unsafeConnections(env));
  const publicUrl = publicUrlOf(env, problems) ?? `http://${hostInUrl(host)}:${port}`;
  const reachable = Boolean(env['PUBLIC_URL']) || !isThisMachine(host);
  const mailFrom = env['MAIL_FROM'] || `no-reply@${URL.parse(publicUrl)?.hostname ?? host}`;
  const before = problems.length;
  const configured = readConfigFile(env, problems);
  const hasReadableFile = Boolean(env['FLORIN_CONFIG']) && problems.length === before;
  const config: Config = {
    ...configured,
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
    ledgers: ledgersOf(env, problems),
    priceFeed: priceFeedOf(env, problems),
    exchangeRates: exchangeRatesOf(env, problems),
    mail: oneOf(env, 'FLORIN_MAIL', ['on', 'off'], 'on', problems) === 'on',
    smtpUrl: smtpUrlOf(env, problems),
    smsGateway: smsGatewayOf(env, problems),
    stripe: stripeOf(env, problems),
    mailFrom,
    supportEmail: configured.brand.supportEmail ?? (env['SUPPORT_EMAIL'] || supportAt(mailFrom)),
    fileScanner: fileScannerOf(env, problems),
    push: oneOf(env, 'FLORIN_PUSH', ['on', 'off'], 'on', problems) === 'on',
    witnesses: witnessesOf(env, problems),
    anchors: anchorsOf(env, problems),
    publicBooks: oneOf(env, 'FLORIN_BOOKS', ['on', 'off'], 'on', problems) === 'on',
    webhookReach: webhookReachOf(env, { mode, host }, problems),
    seed: mode === 'sandbox' && oneOf(env, 'FLORIN_SEED', ['on', 'off'], 'on', problems) === 'on',
    pastPrices: oneOf(env, 'FLORIN_PAST_PRICES', ['on', 'off'], 'on', problems) === 'on',
    emailConfirmation:
      oneOf(env, 'FLORIN_EMAIL_CONFIRMATION', ['on', 'off'], mode === 'live' ? 'on' : 'off', problems) === 'on',
    rateLimits: oneOf(env, 'FLORIN_RATE_LIMITS', ['on', 'off'], 'on', problems) === 'on',
    throttleFactor: mode === 'sandbox' && !reachable ? 10 : 1,
    passwordCost: oneOf(env, 'FLORIN_PASSWORD_COST', ['full', 'least'], 'full', problems),
    bankDir: env['FLORIN_BANK_DIR'] ? path.resolve(env['FLORIN_BANK_DIR']) : undefined,
    screeningDir: env['FLORIN_SCREENING_DIR'] ? path.resolve(env['FLORIN_SCREENING_DIR']) : undefined,
    thirdPartyDeposits: oneOf(env, 'THIRD_PARTY_DEPOSITS', ['review', 'accept', 'return'], 'review', problems),
    payoutMethodWaitHours: upTo('720 hours', env, 'PAYOUT_METHOD_WAIT_HOURS', mode === 'live' ? '24' : '0', problems),
    logLevel: oneOf(env, 'LOG_LEVEL', ['info', 'warn'], mode === 'live' ? 'info' : 'warn', problems),
    masterKey: masterKeyOf(env, 'FLORIN_MASTER_KEY', problems),
    oldMasterKey: masterKeyOf(env, 'FLORIN_OLD_MASTER_KEY', problems),
    documentSigning: documentSigningOf(env, problems),
    trustedProxies: trustedProxiesOf(env, problems),
    // A sandbox on a developer's machine has no load balancer that must notice the stop.
    drainSeconds: upTo('300 seconds', env, 'FLORIN_DRAIN_SECONDS', mode === 'live' ? '10' : '0', problems),
    metrics: metricsOf(env, port, problems),
    requestLog: requestLogOf(env, problems),
  };
  if (config.requestLog.all && config.logLevel !== 'info') problems.push('LOG_REQUESTS=on needs LOG_LEVEL=info.');
  if (config.migrationDatabaseUrl !== undefined && config.databaseUrl === undefined)
    problems.push('MIGRATION_DATABASE_URL needs DATABASE_URL: the login that Florin uses.');
  problems.push(...differentDatabases(config));
  problems.push(...missingFolders(config));
  if (mode === 'live')
    problems.push(
      ...forSandboxesOnly(config),
      ...(hasReadableFile ? missingAccounts(configured.operatorAccounts) : []),
    );
  if (problems.length > 0) throw new ConfigProblem(problems.join('\n'));
  return config;
}

function oneOf<Choice extends string>(
  env: Record<string, string | undefined>,
  name: string,
  choices: readonly Choice[],
  defaultValue: Choice,
  problems: string[],
): Choice {
  const value = env[name];
  if (!value) return defaultValue;
  const choice = choices.find((one) => one === value);
  if (choice === undefined) problems.push(`${name} must be ${choices.join(' or ')}, not "${value}".`);
  return choice ?? defaultValue;
}

const reaches = { off: 'public', loopback: 'loopback', on: 'private' } as const;

/** A developer's sandbox delivers to receivers on the same machine. Live mode rejects all settings except `off`. */
function webhookReachOf(
  env: Record<string, string | undefined>,
  { mode, host }: Pick<Config, 'mode' | 'host'>,
  problems: string[],
): Config['webhookReach'] {
  const name = 'FLORIN_WEBHOOK_PRIVATE_NETWORKS';
  const usual = mode === 'sandbox' && isThisMachine(host) ? 'loopback' : 'off';
  const chosen = oneOf(env, name, ['off', 'loopback', 'on'], usual, problems);
  if (mode === 'live' && chosen !== 'off') problems.push(`${name} must be off in live mode, not "${chosen}".`);
  return reaches[chosen];
}

/** Reads a database URL. A problem does not repeat the URL, which contains a password. */
function databaseUrlOf(
  env: Record<string, string | undefined>,
  name: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL',
  problems: string[],
): string | undefined {
  const text = env[name] || undefined;
  if (text !== undefined && !/^postgres(?:ql)?:\/\/\S+$/.test(text))
    problems.push(`${name} must be postgres://user:password@host:5432/database.`);
  return text;
}

function trustedProxiesOf(env: Record<string, string | undefined>, problems: string[]): number {
  const text = env['TRUSTED_PROXIES'] || '0';
  const hops = Number(text);
  if (!Number.isInteger(hops) || hops < 0 || hops > 10)
    problems.push(`TRUSTED_PROXIES must be the number of proxies in front of Florin, 0 to 10, not "${text}".`);
  return hops;
}

/** @param most the maximum with its unit, such as `300 seconds` */
function upTo(
  max: string,
  env: Record<string, string | undefined>,
  name: string,
  defaultValue: string,
  problems: string[],
) {
  const text = env[name] || defaultValue;
  const value = Number(text);
  if (!(value >= 0 && value <= Number.parseInt(max))) problems.push(`${name} must be 0 to ${max}, not "${text}".`);
  return value;
}

function metricsOf(env: Record<string, string | undefined>, publicPort: number, problems: string[]): Config['metrics'] {
  if (!env['METRICS_PORT']) return undefined;
  const port = portOf(env, problems, 'METRICS_PORT');
  if (port !== 0 && port === publicPort) problems.push('METRICS_PORT must differ from PORT.');
  return { host: env['METRICS_HOST'] || '127.0.0.1', port };
}

const maxSlowMs = 60_000;

function requestLogOf(env: Record<string, string | undefined>, problems: string[]): Config['requestLog'] {
  const text = env['LOG_SLOW_MS'] || '1000';
  const slowMs = Number(text);
  if (!Number.isInteger(slowMs) || slowMs < 1 || slowMs > maxSlowMs)
    problems.push(`LOG_SLOW_MS must be 1 to ${maxSlowMs} milliseconds, not "${text}".`);
  return { all: oneOf(env, 'LOG_REQUESTS', ['on', 'off'], 'off', problems) === 'on', slowMs };
}

function portOf(env: Record<string, string | undefined>, problems: string[], name = 'PORT'): number {
  const text = env[name] || '3000';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) problems.push(`${name} must be 0 to 65535, not "${text}".`);
  return port;
}
