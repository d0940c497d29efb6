declare global {
  // Missing in Node's types.
  namespace NodeJS {
    interface Process {
      initgroups?(user: string, extraGroup: number): void;
    }
  }
}

/** A user that a process can run as. */
export type User = {
  readonly uid: number;
  readonly gid: number;
  /** The name in /etc/passwd, used for the groups in /etc/group. */
  readonly name: string | undefined;
};

/**
 * Changes the user of this process and all its threads permanently. Only root can do this.
 *
 * @throws if the process could still act as root
 */
export function become({ uid, gid, name }: User): void {
  const group = gid || uid; // some accounts have root's group as their primary group
  if (name === undefined) process.setgroups?.([]);
  else {
    process.initgroups?.(name, group);
    process.setgroups?.(process.getgroups?.().filter((one) => one !== 0) ?? []);
  }
  process.setgid?.(group);
  process.setuid?.(uid);
  assertRootGivenUp(uid, group);
}

function assertRootGivenUp(uid: number, gid: number) {
  const hasRootRights =
    [process.getuid?.(), process.geteuid?.()].some((found) => found !== uid) ||
    [process.getgid?.(), process.getegid?.()].some((found) => found !== gid) ||
    process.getgroups?.().includes(0) ||
    canReturn(() => process.setuid?.(0)) ||
    canReturn(() => process.setgid?.(0));
  if (hasRootRights || uid === 0) throw new Error(`The process could not switch from root to uid ${uid}.`);
}

function canReturn(toRoot: () => void): boolean {
  try {
    toRoot();
    return true;
  } catch {
    return false;
  }
}
