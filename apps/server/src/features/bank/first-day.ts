import { BankFileError, BankFileReader } from '@florin/bank-files';
import { FileChanged, readUnchanged } from './read-unchanged.ts';

/** Returns the first day of the statements in a file. Empty if the file has no statement or cannot be read. */
export async function firstDay(file: string): Promise<string> {
  const reader = new BankFileReader(file);
  let first = '';
  const take = (events: ReturnType<BankFileReader['write']>) => {
    for (const event of events) {
      const day = event.kind === 'statement' ? (event.head.from ?? event.head.to) : null;
      if (day !== null && (first === '' || day < first)) first = day;
    }
  };
  try {
    for await (const piece of readUnchanged(file)) take(reader.write(piece));
    take(reader.end());
    return first;
  } catch (error) {
    if (error instanceof BankFileError || error instanceof FileChanged || isClosed(error)) return '';
    throw error;
  }
}

/** Returns whether the file is gone or Florin cannot read it. The import handles both. */
const isClosed = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'EACCES');
