import { Unzip, UnzipInflate } from 'fflate';
import { BankFileError, fileTooLarge } from './bank-file.ts';

/** Takes the bytes of one file in pieces. */
export type ByteReader = {
  readonly write: (bytes: Uint8Array) => void;
  readonly end: () => void;
};

const MAXIMUM_FILES = 1_000;

export const isZip = (first: Uint8Array): boolean =>
  Buffer.from(first.subarray(0, 4)).toString('latin1') === 'PK\x03\x04';

/** Unpacks a ZIP file while it is read, and gives each file in it to a separate reader. */
export function openZip(open: (name: string) => ByteReader, maximumBytes: number): ByteReader {
  let size = 0;
  let files = 0;
  let failure: unknown;
  const unzip = new Unzip((packed) => {
    if (packed.name.endsWith('/') || packed.name.startsWith('__MACOSX/')) return;
    files += 1;
    if (files > MAXIMUM_FILES) throw new BankFileError(`The ZIP file has more than ${MAXIMUM_FILES} files.`);
    const reader = open(packed.name);
    packed.ondata = (error, bytes, isLast) => {
      if (failure !== undefined) return;
      try {
        if (error) throw new BankFileError('The ZIP file is damaged.');
        size += bytes.length;
        if (size > maximumBytes) throw fileTooLarge(maximumBytes);
        reader.write(bytes);
        if (isLast) reader.end();
      } catch (problem) {
        failure = problem;
        packed.terminate();
      }
    };
    packed.start();
  });
  unzip.register(UnzipInflate);
  const push = (bytes: Uint8Array, isLast: boolean) => {
    try {
      unzip.push(bytes, isLast);
    } catch (problem) {
      failure ??= problem instanceof BankFileError ? problem : new BankFileError('The ZIP file is damaged.');
    }
    if (failure !== undefined) throw failure;
  };
  return {
    write: (bytes) => push(bytes, false),
    end: () => {
      push(new Uint8Array(), true);
      if (files === 0) throw new BankFileError('The ZIP file has no files.');
    },
  };
}
