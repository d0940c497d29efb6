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
 * Returns the user that a server started as root becomes before it answers, which is the user of its database engine.
 * `undefined` where it stays who it is: an ordinary user, or root in a sandbox whose files that user cannot read.
 *
 * @throws ConfigProblem where the server could not work as that user
 */
export async function userInPlaceOfRoot(config: Config, say: (line: string) => void): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const account = config.databaseUrl === undefined ? enginesAccount(config) : accountInPlaceOfRoot();
  if (account === undefined) return undefined;
  const user = { uid: account.uid, gid: account.gid, name: nameOf(account) };
  const obstacle = asksTheKernel(config) ?? (await unreadable(user, config));
  if (obstacle === undefined) {
    assertFreePorts(config);
    return user;
  }
  if (config.mode === 'live') throw new ConfigProblem(obstacle);
  say(obstacle);
  return undefined;
}

function enginesAccount({ dataDir }: Config) {
  try {
    return chooseAccount(path.join(dataDir, 'postgres'));
  } catch (error) {
    throw new PassingProblem(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** A PostgreSQL elsewhere that knows root by its socket may not know another user. */
function asksTheKernel({ databaseUrl }: Config): string | undefined {
  const isAsked = addressesIn(databaseUrl ?? '').some((address) => {
    const url = URL.parse(address);
    const host = url?.searchParams.get('host') ?? decodeURIComponent(url?.hostname ?? '');
    return host.startsWith('/') && !url?.password && !url?.searchParams.get('password');
  });
  if (!isAsked) return undefined;
  return 'Florin keeps the rights of root, because DATABASE_URL names a socket and no password, so that PostgreSQL may know no other user: give the password, or start Florin as an ordinary user.';
}

async function unreadable(user: User, config: Config): Promise<string | undefined> {
  const needs = [...programFiles(), ...settingsFiles(config)].filter(({ path: file }) => existsSync(file));
  const obstacle = await findObstacle(user, needs);
  if (obstacle === undefined) return undefined;
  const who = user.name === undefined ? `uid ${user.uid}` : `the user ${user.name}`;
  if ('refusedWith' in obstacle)
    return `Florin keeps the rights of root, because this system does not let it become ${who} (${obstacle.refusedWith}): start it as an ordinary user.`;
  return `Florin keeps the rights of root, because ${who} cannot ${obstacle.to} ${obstacle.path}: move Florin and its files to folders that every user may read, such as /opt/florin, or start it as an ordinary user.`;
}

const here = path.dirname(fileURLToPath(import.meta.url));

/** What is read after the start: code that is loaded late, threads, fonts, the web app. */
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

/** What settings name and is read late, such as certificates by each new connection. */
function settingsFiles({
  legalDir,
  extraCertificates,
  fileScanner,
  databaseUrl,
  migrationDatabaseUrl,
}: Config): Need[] {
  const legal =
    legalDir === undefined ? [] : [legalDir, ...['terms', 'privacy'].map((name) => path.join(legalDir, `${name}.txt`))];
  const certificates = [databaseUrl, migrationDatabaseUrl]
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
    ...(fileScanner && 'path' in fileScanner ? [{ path: fileScanner.path, to: 'write' } as const] : []),
  ];
}

const firstFreePort = '/proc/sys/net/ipv4/ip_unprivileged_port_start';

/** Only root may listen on the lowest ports, and the server is not root any more when it does. */
function assertFreePorts({ port, metrics }: Config) {
  if (!existsSync(firstFreePort)) return;
  const first = Number(readFileSync(firstFreePort, 'utf8'));
  for (const [name, asked] of Object.entries({ PORT: port, METRICS_PORT: metrics?.port ?? 0 }))
    if (asked !== 0 && asked < first)
      throw new PassingProblem(
        `Florin gives up the rights of root before it answers, and may then not listen on ${name} ${asked}. Set ${name} to ${first} or more, and put a proxy in front.`,
      );
}
