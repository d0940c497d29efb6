import { strFromU8 } from 'fflate';

/** A file in a ZIP file, with the CRC-32 of its content. */
export type ZipEntry = { readonly name: string; readonly crc: number };

/** This size is enough for the list of 1,000 files with long names. */
const KEPT_BYTES = 1_000_000;

const FILE = 0x02014b50;
const END = Buffer.from('PK\x05\x06');
const END_BYTES = 22;
const WIDE_END = 0x06064b50;
const WIDE_END_LOCATOR = 0x07064b50;
const WIDE_BYTES = 56 + 20;

/** Keeps the end of a ZIP file, which contains the list of all its files. */
export class ZipDirectory {
  readonly #pieces: Uint8Array[] = [];
  #size = 0;

  /** Keeps the bytes themselves, without a copy. */
  take(bytes: Uint8Array): void {
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    for (let [first] = this.#pieces; first && this.#size - first.length >= KEPT_BYTES; [first] = this.#pieces) {
      this.#pieces.shift();
      this.#size -= first.length;
    }
  }

  /** Returns the files and folders in the list. Undefined if the list is missing, damaged or longer than 1 MB. */
  entries(): readonly ZipEntry[] | undefined {
    const kept = Buffer.concat(this.#pieces);
    const end = endOf(kept);
    if (end < 0) return undefined;
    const isWide =
      end >= WIDE_BYTES &&
      kept.readUInt32LE(end - 20) === WIDE_END_LOCATOR &&
      kept.readUInt32LE(end - WIDE_BYTES) === WIDE_END;
    const stop = isWide ? end - WIDE_BYTES : end;
    const size = isWide ? Number(kept.readBigUInt64LE(stop + 40)) : kept.readUInt32LE(end + 12);
    return size > stop ? undefined : entriesIn(kept.subarray(stop - size, stop));
  }
}

/** Returns the position of the end record, or -1. A comment may follow the end record. */
function endOf(kept: Buffer): number {
  let end = kept.lastIndexOf(END);
  while (end >= 0) {
    if (end + END_BYTES <= kept.length && end + END_BYTES + kept.readUInt16LE(end + 20) <= kept.length) return end;
    end = end === 0 ? -1 : kept.lastIndexOf(END, end - 1);
  }
  return end;
}

function entriesIn(directory: Buffer): readonly ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  for (let at = 0; at < directory.length;) {
    const name = at + 46;
    if (name > directory.length || directory.readUInt32LE(at) !== FILE) return undefined;
    const nameEnd = name + directory.readUInt16LE(at + 28);
    const isUtf8 = (directory.readUInt16LE(at + 8) & 0x800) !== 0;
    const crc = directory.readUInt32LE(at + 16);
    entries.push({ name: strFromU8(directory.subarray(name, nameEnd), !isUtf8), crc });
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    if (at > directory.length) return undefined;
  }
  return entries;
}
