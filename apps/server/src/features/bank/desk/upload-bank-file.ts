import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Upload } from '../../../platform/http/route.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordAct, type By } from '../../audit/index.ts';
import { BankFileProblem } from '../bank-file-problem.ts';
import { importBankFile, type ImportDependencies, type ImportReport } from '../import-file.ts';

type Operator = By & { readonly operator: { readonly id: string; readonly email: string } };

/**
 * Imports a file that an operator uploads. The file stays on the disk meanwhile, because an import that conflicts with
 * another import reads the file again. Errors: `bank_file_refused` with the reason, `file_too_large`.
 */
export async function importUpload(
  dependencies: ImportDependencies,
  by: Operator,
  receive: () => Promise<Upload>,
): Promise<ImportReport> {
  const { name, stream } = await receive();
  const folder = await mkdtemp(path.join(tmpdir(), 'florin-upload-'));
  try {
    const file = path.join(folder, 'upload');
    await pipeline(stream, createWriteStream(file));
    const open = () => createReadStream(file) as AsyncIterable<Uint8Array>;
    const report = await importBankFile(dependencies, { name, open, importedBy: by.operator.id });
    await recordAct(dependencies.pool, { ...by, did: 'Imported bank file', on: `SHA-256 ${report.sha256}` });
    return report;
  } catch (error) {
    if (error instanceof BankFileProblem) throw new Refusal('bank_file_refused', error.message);
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}
