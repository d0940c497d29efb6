import { lstatSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

/** The account PostgreSQL runs as when we are root, which its binaries refuse to be. */
export type Account = { uid: number; gid: number; name: string };

/** `undefined` means: as ourselves. An existing cluster keeps its owner, so that its files stay of one hand. */
export function chooseAccount(clusterFolder: string): Account | undefined {
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0) {
    if (owner !== undefined && owner.uid !== process.getuid?.()) {
      throw new Error(
        `${clusterFolder} belongs to another user (uid ${owner.uid}), probably because Florin was once started as root. ` +
          `Start it as that user again, or set FLORIN_DATA_DIR to another folder.`,
      );
    }
    return undefined;
  }
  assertLinkOfRoot(clusterFolder);
  const accounts = readAccounts();
  if (owner !== undefined && owner.uid !== 0 && owner.uid !== nobody) {
    const named = accounts.find(({ uid }) => uid === owner.uid);
    return named ?? { uid: owner.uid, gid: owner.gid, name: `uid ${owner.uid}` };
  }
  return accountInPlaceOfRoot();
}

/** The account that a process started as root works as where no cluster names another. */
export const accountInPlaceOfRoot = (): Account => readAccounts().find(({ name }) => name === 'florin') ?? florin;

/** The name that PostgreSQL knows the account by, or `undefined` where /etc/passwd has none. */
export const nameOf = ({ uid }: Account): string | undefined =>
  readAccounts().find((account) => account.uid === uid)?.name;

/** A link says where the database lies (placement.ts). One of another user's would lead root to a folder of that user's choice. */
function assertLinkOfRoot(clusterFolder: string): void {
  if (!statSync(path.dirname(clusterFolder), { throwIfNoEntry: false })?.isDirectory()) return;
  const found = lstatSync(clusterFolder, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && found.uid !== 0)
    throw new Error(
      `${clusterFolder} is a link that root did not make. Remove it, or give it to root (chown -h root).`,
    );
}

/**
 * Belongs to no other program, as `nobody` does, whose processes could read the books. It needs no entry in /etc/passwd,
 * and lies outside what distributions and systemd give away.
 */
const florin: Account = { uid: 38_638, gid: 38_638, name: 'florin' };

/** Which earlier versions ran the engine as. */
const nobody = 65_534;

/** Who runs initdb, which refuses to work for an account that /etc/passwd does not name. */
export function initdbAccount(account: Account | undefined): Account | undefined {
  if (account === undefined) {
    userName();
    return undefined;
  }
  const accounts = readAccounts();
  const found = [
    accounts.find(({ uid }) => uid === account.uid),
    ...['bin', 'daemon', 'nobody'].map((wanted) => accounts.find(({ name }) => name === wanted)),
  ].find((one) => one !== undefined);
  if (found) return found;
  throw new Error(
    'PostgreSQL refuses to run as root, and /etc/passwd names no other user. Start Florin as an ordinary user, or set DATABASE_URL.',
  );
}

/** Does the engine know this process when it asks the kernel who connects? */
export function isKnownByName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

/** By which the engine knows this process, as it asks the kernel who connects. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch (error) {
    const uid = process.getuid?.();
    throw new Error(
      `This user (uid ${uid}) has no name, which PostgreSQL needs. Add an entry to /etc/passwd, such as florin:x:${uid}:0::/:/sbin/nologin, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

/** What `spawn` needs to run something as `account`, with an environment that no PG* variable of ours reaches. */
export function spawnAs(account: Account | undefined): { uid?: number; gid?: number; env: NodeJS.ProcessEnv } {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return account === undefined ? { env } : { uid: account.uid, gid: account.gid, env };
}
