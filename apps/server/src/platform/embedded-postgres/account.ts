import { readFileSync, statSync } from 'node:fs';

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
  const accounts = readAccounts();
  if (owner !== undefined && owner.uid !== 0) {
    const named = accounts.find(({ uid }) => uid === owner.uid);
    return named ?? { uid: owner.uid, gid: owner.gid, name: `uid ${owner.uid}` };
  }
  const nobody = accounts.find(({ name }) => name === 'nobody');
  if (nobody !== undefined) return nobody;
  throw new Error(
    'PostgreSQL refuses to run as root and there is no user "nobody" here. Start Florin as an ordinary user, or set DATABASE_URL.',
  );
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
