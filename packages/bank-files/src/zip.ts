import { crc32 } from 'node:zlib';
import { Unzip, UnzipInflate, type UnzipFile } from 'fflate';
import { BankFileError, fileTooLarge } from './bank-file.ts';
import { ZipDirectory, type ZipEntry } from './zip-directory.ts';

/** Takes the bytes of one file in pieces. */
export type ByteReader = {
  readonly write: (bytes: Uint8Array) => void;
  readonly end: () => void;
};

const MAXIMUM_FILES = 1_000;
/** Unpacking enlarges a piece at most a thousand times. */
const PIECE = 1 << 14;
const STORED_OR_DEFLATED: readonly number[] = [0, 8];
const AES = 99;

const starts = ['PK\x03\x04', 'PK\x05\x06'].map((start) => Buffer.from(start));

/**
 * Whether a file starts like a ZIP file with a file in it, or like an empty ZIP file. One of the bytes may be damaged.
 * Otherwise a stored statement behind damaged bytes could count as the whole file.
 */
export const isZip = (first: Uint8Array): boolean =>
  starts.some((start) => start.filter((byte, index) => first[index] === byte).length >= 3);

/**
 * Unpacks a ZIP file during reading, and passes each inner file to a separate reader. Throws a `BankFileError` at the
 * end unless the inner files exactly match the ZIP file's list, including the checksums.
 *
 * @param maximumBytes the largest sum of the files' sizes
 */
export function openZip(open: (name: string) => ByteReader, maximumBytes: number): ByteReader {
  const directory = new ZipDirectory();
  const read: ZipEntry[] = [];
  let size = 0;
  let files = 0;
  let isStarted = false;
  let failure: unknown;
  const unpack = (packed: UnzipFile, reader: ByteReader) => {
    let crc = 0;
    packed.ondata = (error, bytes, isLast) => {
      if (failure !== undefined) return;
      try {
        if (error) throw damaged();
        size += bytes.length;
        if (size > maximumBytes) throw fileTooLarge(maximumBytes);
        crc = crc32(bytes, crc);
        reader.write(bytes);
        if (isLast) {
          reader.end();
          read.push({ name: packed.name, crc });
        }
      } catch (problem) {
        failure = problem;
      }
    };
    packed.start();
  };
  const unzip = new Unzip((packed) => {
    if (!isFile(packed)) return;
    files += 1;
    if (files > MAXIMUM_FILES) throw new BankFileError(`The ZIP file has more than ${MAXIMUM_FILES} files.`);
    const { name, compression } = packed;
    if (compression === AES) throw encrypted();
    if (!STORED_OR_DEFLATED.includes(compression))
      throw new BankFileError(`${name} in the ZIP file is compressed in a way that is not read.`);
    unpack(packed, naming(name, open(name)));
  });
  unzip.register(UnzipInflate);
  const push = (bytes: Uint8Array, isLast: boolean) => {
    try {
      unzip.push(bytes, isLast);
    } catch (problem) {
      failure ??= problem instanceof BankFileError ? problem : damaged();
    }
    if (failure !== undefined) throw failure;
  };
  return {
    write: (bytes) => {
      if (!isStarted && isEncrypted(bytes)) throw encrypted();
      isStarted = true;
      for (let start = 0; start < bytes.length; start += PIECE) {
        // Copies the piece, because the caller may reuse its memory, and this code holds back the end of a piece.
        const piece = bytes.slice(start, start + PIECE);
        directory.take(piece);
        push(piece, false);
      }
    },
    end: () => {
      push(new Uint8Array(), true);
      const listed = directory.entries()?.filter(isFile);
      if (listed === undefined || inOrder(listed) !== inOrder(read)) throw damaged();
      if (files === 0) throw new BankFileError('The ZIP file has no files.');
    },
  };
}

/** macOS adds extra files. */
const isFile = ({ name }: { readonly name: string }): boolean => !name.endsWith('/') && !name.startsWith('__MACOSX/');

/** The list and the files may have different orders. */
const inOrder = (entries: readonly ZipEntry[]): string =>
  entries
    .map(({ name, crc }) => JSON.stringify([name, crc]))
    .toSorted()
    .join();

/** Whether the first file in a ZIP file has a password. Programs give a password to all files or to none. */
const isEncrypted = (first: Uint8Array): boolean => first[2] === 3 && ((first[6] ?? 0) & 1) === 1;

const encrypted = () => new BankFileError('The ZIP file is encrypted. Pack it without a password.');
const damaged = () => new BankFileError('The ZIP file is damaged or not complete.');

/** Adds the file's name to the reader's messages. */
function naming(name: string, reader: ByteReader): ByteReader {
  const named = (work: () => void) => {
    try {
      work();
    } catch (problem) {
      if (!(problem instanceof BankFileError)) throw problem;
      throw new BankFileError(`${name} in the ZIP file: ${problem.message}`);
    }
  };
  return { write: (bytes) => named(() => reader.write(bytes)), end: () => named(reader.end) };
}
