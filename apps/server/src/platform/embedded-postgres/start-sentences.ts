/** Maps errors of the system and of PostgreSQL to a sentence with the cause and the remedy. */

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Explains why the data folder cannot be created. */
export function folderSentence(dataDir: string, error: unknown): string {
  const remedy = 'Set FLORIN_DATA_DIR to a folder that this user can write to.';
  switch (codeOf(error)) {
    case 'EEXIST':
      return `${dataDir} is a file, not a folder. ${remedy}`;
    case 'ENOTDIR':
      return `${dataDir} cannot be created: a part of its path is a file. ${remedy}`;
    case 'EACCES':
    case 'EPERM':
      return `${dataDir} cannot be created: this user may not write there. ${remedy}`;
    case 'EROFS':
      return `${dataDir} cannot be created: the disk is read-only. ${remedy}`;
    case 'ENOSPC':
      return fullDisk(dataDir);
    default:
      return `${dataDir} cannot be created (${codeOf(error) || String(error)}). ${remedy}`;
  }
}

const fullDisk = (folder: string) =>
  `The disk of ${folder} is full. Free some space, or set FLORIN_DATA_DIR to a folder on another disk.`;

/** Known causes in PostgreSQL's output. */
const knownCauses: readonly [RegExp, (folder: string) => string][] = [
  [/No space left on device|ENOSPC/, fullDisk],
  [
    /Disk quota exceeded/,
    (folder) => `The disk quota of this user is used up in ${folder}. Free some space, or raise the quota.`,
  ],
  [
    /File too large/,
    (folder) =>
      `This process may not write files as large as PostgreSQL needs in ${folder}. Raise the limit (ulimit -f).`,
  ],
  [
    /could not (?:create|map|resize).*shared memory|Cannot allocate memory/,
    () =>
      'PostgreSQL needs more shared memory. Give the container more (--shm-size=256m), free some memory, or set DATABASE_URL.',
  ],
  [/Read-only file system/, (folder) => `${folder} is on a read-only disk. Set FLORIN_DATA_DIR to a writable folder.`],
  [
    /Permission denied|Operation not permitted/,
    (folder) =>
      `PostgreSQL cannot write to ${folder}. Give the folder to the user that Florin runs as, or set FLORIN_DATA_DIR.`,
  ],
];

/** Explains why PostgreSQL failed in the folder: the known cause, or else PostgreSQL's last two log messages. */
export function engineSentence(action: string, folder: string, output: string): string {
  const found = knownCauses.find(([pattern]) => pattern.test(output));
  if (found) return found[1](folder);
  const messages = output
    .trim()
    .split('\n')
    .flatMap((line) => /\b(?:LOG|FATAL|PANIC|error):\s*(.*)$/.exec(line)?.[1] ?? []);
  const reason = messages.slice(-2).join('; ') || 'no output';
  return `PostgreSQL could not ${action} in ${folder} (${reason}). Set FLORIN_DATA_DIR to another folder, or DATABASE_URL.`;
}
