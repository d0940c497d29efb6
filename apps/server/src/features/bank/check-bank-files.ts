import { closeSync, openSync, readSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { checkFile, type CheckedFile } from '@florin/bank-files';

/** The result of reading a file: its content, or that it is no bank file. */
export type CheckedPath = CheckedFile | { readonly file: string; readonly skipped: true };

/** Files with these endings must be readable. Others, such as a README, may be in the same folder. */
const bankFileEnding = /\.(?:xml|camt|05[234]|sta|mt940|mt942|940|942|bai2?|ach|txt|zip)$/i;
const PIECE = 1 << 18;

/**
 * Reads bank files and all files below folders, one after the other. Skips a file in a folder if no reader recognizes
 * it and its name is not the name of a bank file. Books nothing.
 *
 * @param base the folder that relative paths start from
 */
export function* checkBankFiles(base: string, paths: readonly string[]): Generator<CheckedPath> {
  for (const one of paths) {
    const stats = statSync(path.resolve(base, one), { throwIfNoEntry: false });
    if (stats?.isDirectory()) {
      for (const file of filesBelow(base, one)) yield* checkOne(base, file, bankFileEnding.test(file));
    } else if (stats === undefined) {
      yield unreadable(one, 'The file does not exist.');
    } else yield* checkOne(base, one, true);
  }
}

function filesBelow(base: string, folder: string): readonly string[] {
  const entries = readdirSync(path.resolve(base, folder), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.join(folder, path.relative(path.resolve(base, folder), entry.parentPath), entry.name))
    .sort();
}

function* checkOne(base: string, file: string, mustBeReadable: boolean): Generator<CheckedPath> {
  let checked: readonly CheckedFile[];
  try {
    checked = checkFile(file, piecesOf(path.resolve(base, file)));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    checked = [unreadable(file, `The file cannot be opened: ${String(error.code)}.`)];
  }
  const isOfAnotherKind = checked.every(({ format, error }) => format === null && error !== undefined);
  if (isOfAnotherKind && !mustBeReadable) yield { file, skipped: true };
  else yield* checked;
}

const unreadable = (file: string, error: string): CheckedFile => ({
  file,
  format: null,
  statements: [],
  statuses: [],
  notices: [],
  warnings: [],
  error,
});

function* piecesOf(file: string): Generator<Uint8Array> {
  const descriptor = openSync(file, 'r');
  try {
    const piece = new Uint8Array(PIECE);
    for (let size = readSync(descriptor, piece); size > 0; size = readSync(descriptor, piece))
      yield piece.subarray(0, size);
  } finally {
    closeSync(descriptor);
  }
}
