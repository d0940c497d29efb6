import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { missingFolders } from './config-folders.ts';

test('names each folder that the operator set and that does not exist, with its path', () => {
  expect(missingFolders({ legalDir: undefined, bankDir: tmpdir(), screeningDir: '/nowhere' })).toEqual([
    'FLORIN_SCREENING_DIR: /nowhere does not exist. Create the folder or remove the setting.',
  ]);
  expect(missingFolders({ legalDir: '/nowhere', bankDir: '/nowhere', screeningDir: undefined })).toHaveLength(2);
});

test('names a file in place of a folder', () => {
  expect(missingFolders({ legalDir: import.meta.filename, bankDir: undefined, screeningDir: undefined })).toEqual([
    `FLORIN_LEGAL_DIR: ${import.meta.filename} is not a folder.`,
  ]);
});
