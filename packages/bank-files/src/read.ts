import { BankFileError, fileTooLarge, type BankFileEvent } from './bank-file.ts';
import { decodingOf } from './decode.ts';
import { detectFormat } from './detect.ts';
import { Output } from './output.ts';
import { isZip, openZip, type ByteReader } from './zip.ts';

export type ReadOptions = {
  /** The largest file in bytes, and the largest sum of the files in a ZIP file. */
  readonly maximumBytes?: number;
};

const DEFAULT_MAXIMUM_BYTES = 1_000_000_000;
/** This many bytes are enough to recognize each format, even after a long XML comment. */
const BYTES_TO_DETECT = 4_096;

/**
 * Reads a bank file piece by piece, in memory that does not grow with the file. Pass all bytes to `write`, then call
 * `end`. Both return the parts read so far. Both throw a `BankFileError` for an unreadable file; drop the parts that
 * they returned before the error.
 */
export class BankFileReader {
  #events: BankFileEvent[] = [];
  readonly #maximumBytes: number;
  readonly #reader: ByteReader;
  #size = 0;

  constructor(file: string, { maximumBytes = DEFAULT_MAXIMUM_BYTES }: ReadOptions = {}) {
    this.#maximumBytes = maximumBytes;
    const output = new Output((event) => this.#events.push(event));
    this.#reader = onceDetectable((first) =>
      isZip(first) ? openZip((inner) => readFile(`${file}/${inner}`, output), maximumBytes) : readFile(file, output),
    );
  }

  write(bytes: Uint8Array): readonly BankFileEvent[] {
    this.#size += bytes.length;
    if (this.#size > this.#maximumBytes) throw fileTooLarge(this.#maximumBytes);
    this.#reader.write(bytes);
    return this.#take();
  }

  end(): readonly BankFileEvent[] {
    this.#reader.end();
    return this.#take();
  }

  #take(): readonly BankFileEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}

/** Reads a file that is not a ZIP file. */
function readFile(file: string, output: Output): ByteReader {
  return onceDetectable((first) => {
    if (isZip(first)) throw new BankFileError('A ZIP file within a ZIP file is not read.');
    const decoding = decodingOf(first, (text) => output.warn(text));
    const { open } = detectFormat(first);
    const reader = open(file, output);
    const clean = withoutNul(output);
    return {
      write: (bytes) => reader.write(clean(decoding.decode(bytes))),
      end: () => {
        reader.write(clean(decoding.end()));
        reader.end();
      },
    };
  });
}

/** Replaces NUL by a blank. No format contains this character, and PostgreSQL stores no text with this character. */
function withoutNul(output: Output): (text: string) => string {
  let hasWarned = false;
  return (text) => {
    if (!text.includes('\0')) return text;
    if (!hasWarned) output.warn('The file has NUL characters. They were read as blanks.');
    hasWarned = true;
    return text.replaceAll('\0', ' ');
  };
}

/** Holds the first bytes back until they are enough for the choice of a reader. */
function onceDetectable(choose: (first: Uint8Array) => ByteReader): ByteReader {
  const held: Uint8Array[] = [];
  let size = 0;
  let chosen: ByteReader | undefined;
  const start = (): ByteReader => {
    const first = Buffer.concat(held);
    if (first.length === 0) throw new BankFileError('The file is empty.');
    chosen = choose(first.subarray(0, BYTES_TO_DETECT)); // the same bytes for pieces of any size
    chosen.write(first);
    return chosen;
  };
  return {
    write: (bytes) => {
      if (chosen) return chosen.write(bytes);
      held.push(bytes.slice());
      size += bytes.length;
      if (size >= BYTES_TO_DETECT) start();
      return undefined;
    },
    end: () => (chosen ?? start()).end(),
  };
}
