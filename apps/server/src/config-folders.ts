import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';

type Folders = Readonly<Record<'legalDir' | 'bankDir' | 'screeningDir', string | undefined>>;

/** Returns a sentence for each folder that the operator set and that cannot be opened. */
export function missingFolders({ legalDir, bankDir, screeningDir }: Folders): string[] {
  const folders = { FLORIN_LEGAL_DIR: legalDir, FLORIN_BANK_DIR: bankDir, FLORIN_SCREENING_DIR: screeningDir };
  return Object.entries(folders).flatMap(([name, folder]) => {
    const problem = folder === undefined ? undefined : problemOf(folder);
    return problem === undefined ? [] : [`${name}: ${folder} ${problem}`];
  });
}

function problemOf(folder: string): string | undefined {
  try {
    return statSync(folder).isDirectory() ? undefined : 'is not a folder.';
  } catch (error) {
    return codeOf(error) === 'EACCES'
      ? 'cannot be opened by this user. Check the rights of the folders above it.'
      : 'does not exist. Create the folder or remove the setting.';
  }
}

/** Returns a sentence if this process cannot write to FLORIN_BANK_DIR or a folder in it. */
export function unwritableBankDir({ bankDir }: Pick<Folders, 'bankDir'>): string | undefined {
  if (bankDir === undefined) return undefined;
  for (const folder of [bankDir, ...['inbox', 'outbox', 'done', 'refused'].map((name) => path.join(bankDir, name))])
    try {
      accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch (error) {
      if (folder !== bankDir && codeOf(error) === 'ENOENT') continue; // Florin creates it
      return codeOf(error) === 'EROFS'
        ? `FLORIN_BANK_DIR: ${folder} is read-only for this process. Name the folder in ReadWritePaths of the service.`
        : `FLORIN_BANK_DIR: this user cannot read and write ${folder}. Change the folder’s owner (chown).`;
    }
  return undefined;
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
