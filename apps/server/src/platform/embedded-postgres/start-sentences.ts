/** What keeps the engine from starting, in one sentence with the remedy, from what the system or PostgreSQL says. */

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** A data folder that cannot be made. */
export function folderSentence(dataDir: string, error: unknown): string {
  const remedy = 'Set FLORIN_DATA_DIR to a folder that this user can write to.';
  switch (codeOf(error)) {
    case 'EEXIST':
      return `${dataDir} is a file and not a folder. ${remedy}`;
    case 'ENOTDIR':
      return `${dataDir} cannot be made: a part of its path is a file. ${remedy}`;
    case 'EACCES':
    case 'EPERM':
      return `${dataDir} cannot be made: this user may not write there. ${remedy}`;
    case 'EROFS':
      return `${dataDir} cannot be made: the disk is read-only. ${remedy}`;
    case 'ENOSPC':
      return fullDisk(dataDir);
    default:
      return `${dataDir} cannot be made (${codeOf(error) || String(error)}). ${remedy}`;
  }
}

const fullDisk = (folder: string) =>
  `The disk of ${folder} is full. Make room, or set FLORIN_DATA_DIR to a folder on another disk.`;

/** PostgreSQL's own last words, where they are known. */
const known: readonly [RegExp, (folder: string) => string][] = [
  [/No space left on device|ENOSPC/, fullDisk],
  [
    /Disk quota exceeded/,
    (folder) => `The disk quota of this user is used up in ${folder}. Make room, or have it raised.`,
  ],
  [
    /File too large/,
    (folder) =>
      `This process may not write files as large as PostgreSQL needs in ${folder}. Raise the limit (ulimit -f).`,
  ],
  [
    /could not (?:create|map|resize).*shared memory|Cannot allocate memory/,
    () =>
      'There is too little shared memory for PostgreSQL. Give the container more (--shm-size=256m), free some memory, or set DATABASE_URL.',
  ],
  [
    /Read-only file system/,
    (folder) => `${folder} is on a read-only disk. Set FLORIN_DATA_DIR to a folder that can be written.`,
  ],
  [
    /Permission denied|Operation not permitted/,
    (folder) =>
      `PostgreSQL may not write in ${folder}. Give the folder to the user that Florin runs as, or set FLORIN_DATA_DIR.`,
  ],
];

/** Why PostgreSQL could not do something in the folder: one sentence, with its own last words where no cause is known. */
export function engineSentence(did: string, folder: string, said: string): string {
  const found = known.find(([pattern]) => pattern.test(said));
  if (found) return found[1](folder);
  const words = said
    .trim()
    .split('\n')
    .flatMap((line) => /\b(?:LOG|FATAL|PANIC|error):\s*(.*)$/.exec(line)?.[1] ?? []);
  const reason = words.slice(-2).join('; ') || 'it said nothing';
  return `PostgreSQL could not ${did} in ${folder} (${reason}). Set FLORIN_DATA_DIR to another folder, or DATABASE_URL.`;
}
