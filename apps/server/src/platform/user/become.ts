declare global {
  // The types of Node leave it out.
  namespace NodeJS {
    interface Process {
      initgroups?(user: string, extraGroup: number): void;
    }
  }
}

/** Who a process can be. */
export type User = {
  readonly uid: number;
  readonly gid: number;
  /** As /etc/passwd has it, for the groups that /etc/group gives it. */
  readonly name: string | undefined;
};

/**
 * Permanently changes the user of this process, all threads included. Only root can.
 *
 * @throws where anything of root is left
 */
export function become({ uid, gid, name }: User): void {
  const group = gid || uid; // some accounts have root's group
  if (name === undefined) process.setgroups?.([]);
  else {
    process.initgroups?.(name, group);
    process.setgroups?.(process.getgroups?.().filter((one) => one !== 0) ?? []);
  }
  process.setgid?.(group);
  process.setuid?.(uid);
  assertNothingLeft(uid, group);
}

function assertNothingLeft(uid: number, gid: number) {
  const isLeft =
    [process.getuid?.(), process.geteuid?.()].some((found) => found !== uid) ||
    [process.getgid?.(), process.getegid?.()].some((found) => found !== gid) ||
    process.getgroups?.().includes(0) ||
    mayReturn(() => process.setuid?.(0)) ||
    mayReturn(() => process.setgid?.(0));
  if (isLeft || uid === 0) throw new Error(`this process could not give up the rights of root for those of uid ${uid}`);
}

function mayReturn(toRoot: () => void): boolean {
  try {
    toRoot();
    return true;
  } catch {
    return false;
  }
}
