import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ConfigProblem, PassingProblem, type Config } from './config.ts';
import { addressesIn } from './platform/database/several-hosts.ts';
import { accountInPlaceOfRoot, chooseAccount, nameOf } from './platform/embedded-postgres/index.ts';
import { packageFolder } from './platform/package-folder.ts';
import type { User } from './platform/user/become.ts';
import { findObstacle, type Need } from './platform/user/find-obstacle.ts';

/**
 * Returns the user that a server started as root switches to, which is the user of its database engine. Returns
 * `undefined` if the server keeps its user: an ordinary user, or root in a sandbox whose files the other user cannot
 * read.
 *
 * @throws ConfigProblem if the server cannot run as that user
 */
export async function userInPlaceOfRoot(config: Config, say: (line: string) => void): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const account = config.databaseUrl === undefined ? engineAccount(config) : accountInPlaceOfRoot();
  if (account === undefined) return undefined;
  const user = { uid: account.uid, gid: account.gid, name: nameOf(account) };
  const obstacle = socketObstacle(config) ?? (await fileObstacle(user, config));
  if (obstacle === undefined) {
    assertUnprivilegedPorts(config);
    return user;
  }
  if (config.mode === 'live') throw new ConfigProblem(obstacle);
  say(obstacle);
  return undefined;
}

function engineAccount({ dataDir }: Config) {
  try {
    return chooseAccount(path.join(dataDir, 'postgres'));
  } catch (error) {
    throw new PassingProblem(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Returns the problem of a socket without a password, where PostgreSQL may know only root by peer authentication. */
function socketObstacle({ databaseUrl, ledgers }: Config): string | undefined {
  const setting = hasOpenSocket(databaseUrl ?? '')
    ? 'DATABASE_URL'
    : ledgers.some((ledger) => hasOpenSocket(ledger.databaseUrl)) && 'FLORIN_LEDGERS';
  if (!setting) return undefined;
  return `Florin keeps running as root, because ${setting} names a socket without a password, and PostgreSQL may know only root there. Add a password, or start Florin as an ordinary user.`;
}

const hasOpenSocket = (databaseUrl: string) =>
  addressesIn(databaseUrl).some((address) => {
    const url = URL.parse(address);
    const host = url?.searchParams.get('host') ?? decodeURIComponent(url?.hostname ?? '');
    return host.startsWith('/') && !url?.password && !url?.searchParams.get('password');
  });

async function fileObstacle(user: User, config: Config): Promise<string | undefined> {
  const needs = [...programFiles(), ...settingsFiles(config)].filter(({ path: file }) => existsSync(file));
  const obstacle = await findObstacle(user, needs);
  if (obstacle === undefined) return undefined;
  const who = user.name === undefined ? `uid ${user.uid}` : `the user ${user.name}`;
  if ('refusedWith' in obstacle)
    return `Florin keeps running as root, because it cannot switch to ${who} (${obstacle.refusedWith}). Start Florin as an ordinary user.`;
  return `Florin keeps running as root, because ${who} cannot ${obstacle.to} ${obstacle.path}. Move Florin and its files to folders that every user can read, such as /opt/florin, or start it as an ordinary user.`;
}

const here = path.dirname(fileURLToPath(import.meta.url));

/** Lists files that are read after the start: lazily loaded code, threads, fonts and the web app. */
function programFiles(): Need[] {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(path.join(packageFolder, 'package.json'), 'utf8'),
  );
  const packages = Object.keys(dependencies).map((name) => path.join(packageFolder, '../../node_modules', name));
  const webApp = path.join(packageFolder, '../web/dist');
  return [
    here,
    webApp,
    path.join(webApp, 'index.html'),
    path.join(webApp, 'assets'),
    path.join(packageFolder, '../../packages/contract/common-passwords.txt'),
    ...packages.flatMap((folder) => [folder, path.join(folder, 'package.json')]),
  ].map((file) => ({ path: file, to: 'read' }));
}

/** Lists files from settings that are read after the start, such as certificates for new connections. */
function settingsFiles({
  legalDir,
  bankDir,
  screeningDir,
  extraCertificates,
  fileScanner,
  ...databases
}: Config): Need[] {
  const legal =
    legalDir === undefined ? [] : [legalDir, ...['terms', 'privacy'].map((name) => path.join(legalDir, `${name}.txt`))];
  const certificates = [databases, ...databases.ledgers]
    .flatMap(({ databaseUrl, migrationDatabaseUrl }) => [databaseUrl, migrationDatabaseUrl])
    .flatMap((url) => addressesIn(url ?? ''))
    .flatMap((address) =>
      ['sslrootcert', 'sslcert', 'sslkey'].map((name) => URL.parse(address)?.searchParams.get(name)),
    )
    .filter((file) => typeof file === 'string');
  return [
    ...[...legal, ...certificates, ...(extraCertificates ? [extraCertificates] : [])].map((file): Need => ({
      path: path.resolve(file),
      to: 'read',
    })),
    ...(screeningDir === undefined ? [] : [{ path: screeningDir, to: 'read' } as const]),
    ...(bankDir === undefined ? [] : [{ path: bankDir, to: 'write' } as const]),
    ...(fileScanner && 'path' in fileScanner ? [{ path: fileScanner.path, to: 'write' } as const] : []),
  ];
}

const firstUnprivilegedPort = '/proc/sys/net/ipv4/ip_unprivileged_port_start';

/** Rejects ports that only root may listen on, because the server is no longer root when it starts to listen. */
function assertUnprivilegedPorts({ port, metrics }: Config) {
  if (!existsSync(firstUnprivilegedPort)) return;
  const first = Number(readFileSync(firstUnprivilegedPort, 'utf8'));
  for (const [name, number] of Object.entries({ PORT: port, METRICS_PORT: metrics?.port ?? 0 }))
    if (number !== 0 && number < first)
      throw new PassingProblem(
        `Florin gives up root before it listens, and then cannot use ${name} ${number}. Set ${name} to ${first} or more, and put a proxy in front.`,
      );
}
