import { lstatSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';

/** The account that PostgreSQL runs as when Florin runs as root, because PostgreSQL's binaries refuse to run as root. */
export type Account = { uid: number; gid: number; name: string };

/** Returns the account, or `undefined` for the current user. An existing cluster keeps its owner. */
export function chooseAccount(clusterFolder: string): Account | undefined {
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  if (process.getuid?.() !== 0) {
    if (owner !== undefined && owner.uid !== process.getuid?.()) {
      throw new Error(
        `${clusterFolder} belongs to another user (uid ${owner.uid}), probably because Florin was once started as root. ` +
          `Start Florin as that user again, or set FLORIN_DATA_DIR to another folder.`,
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

/** Returns the account that a process started as root uses when no cluster exists. */
export const accountInPlaceOfRoot = (): Account => readAccounts().find(({ name }) => name === 'florin') ?? florin;

/** Returns the account's name in /etc/passwd, which PostgreSQL knows it by, or `undefined` without an entry. */
export const nameOf = ({ uid }: Account): string | undefined =>
  readAccounts().find((account) => account.uid === uid)?.name;

/** Rejects a database link (placement.ts) of another user, who could use it to lead root to any folder. */
function assertLinkOfRoot(clusterFolder: string): void {
  if (!statSync(path.dirname(clusterFolder), { throwIfNoEntry: false })?.isDirectory()) return;
  const found = lstatSync(clusterFolder, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() && found.uid !== 0)
    throw new Error(
      `${clusterFolder} is a link that root did not create. Remove it, or give it to root (chown -h root).`,
    );
}

/**
 * An account that no other program uses. With `nobody`, for example, other programs' processes could read the database.
 * The account needs no entry in /etc/passwd. Distributions and systemd do not assign this id.
 */
const florin: Account = { uid: 38_638, gid: 38_638, name: 'florin' };

/** The account that earlier versions used for the engine. */
const nobody = 65_534;

/** Returns the account for initdb, which rejects an account without an entry in /etc/passwd. */
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
    'PostgreSQL refuses to run as root, and /etc/passwd contains no other user. Start Florin as an ordinary user, or set DATABASE_URL.',
  );
}

/** Does the user of this process have a name, which PostgreSQL's peer authentication needs? */
export function isKnownByName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

/** Returns the name of this process's user, which PostgreSQL's peer authentication needs. */
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

/** Returns the options for `spawn` to run a program as `account`, in an environment without PG* variables. */
export function spawnAs(account: Account | undefined): { uid?: number; gid?: number; env: NodeJS.ProcessEnv } {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  return account === undefined ? { env } : { uid: account.uid, gid: account.gid, env };
}
