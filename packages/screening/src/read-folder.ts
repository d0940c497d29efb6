import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { readEuList } from './lists/read-eu.ts';
import { readOfacList } from './lists/read-ofac.ts';
import { readUnList } from './lists/read-un.ts';
import { rootOf } from './lists/root-of.ts';
import { ScreeningListError, type Bytes, type ListedParty } from './screening-list.ts';

export type ScreeningFile = { readonly name: string; readonly sha256: string };

export type ScreeningList = {
  readonly list: 'OFAC SDN' | 'UN' | 'EU';
  readonly files: readonly ScreeningFile[];
  /** The publisher's date. OFAC's files have no such date, so the date is the day of the file on this disk. */
  readonly date: string;
  readonly parties: readonly ListedParty[];
};

const ofacFiles = ['SDN.CSV', 'ALT.CSV', 'ADD.CSV', 'SDN_COMMENTS.CSV'] as const;
type OfacFile = (typeof ofacFiles)[number];
const isOfacFile = (name: string): name is OfacFile => ofacFiles.some((known) => known === name);
const temporaryName = /^\.|\.(?:part|filepart|tmp|crdownload)$/i;

/** A file that is read once: first the bytes, and then the digest. */
type OpenFile = { readonly name: string; readonly bytes: Bytes; readonly digest: () => ScreeningFile };

/** Returns the names of the list files in a folder. Other files, such as notes, do not count. */
export async function listFilesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new ScreeningListError(`The folder ${folder} cannot be read (${messageOf(error)}).`);
  });
  return names.filter((name) => /\.(?:csv|xml|zip)$/i.test(name) && !temporaryName.test(name)).toSorted();
}

/**
 * Reads the lists in a folder: OFAC's SDN.CSV with ALT.CSV, and the XML files of UN and EU under any name.
 *
 * @throws ScreeningListError that names the file, if a file is empty, cut or not a list, or if the folder has no list
 */
export async function readScreeningLists(folder: string): Promise<readonly ScreeningList[]> {
  const names = await listFilesIn(folder);
  const lists: ScreeningList[] = [];
  const ofac = new Map<OfacFile, string>();
  for (const name of names) {
    const known = name.toUpperCase();
    if (isOfacFile(known)) {
      if (ofac.has(known)) throw new ScreeningListError(`${folder} has ${known} twice, in upper and lower case.`);
      ofac.set(known, name);
    } else if (/\.xml$/i.test(name)) lists.push(await namingFile(name, () => readXmlList(folder, name)));
    else throw new ScreeningListError(`${name} is not a list that Florin reads. Remove it from ${folder}.`);
  }
  if (ofac.size > 0) lists.unshift(await namingFile('SDN.CSV', () => readOfac(folder, ofac)));
  if (lists.length === 0)
    throw new ScreeningListError(`${folder} has no lists. Put the files of OFAC, UN or EU there.`);
  assertEachOnce(lists);
  return lists;
}

function assertEachOnce(lists: readonly ScreeningList[]): void {
  for (const [index, { list, files }] of lists.entries()) {
    const first = lists.findIndex((other) => other.list === list);
    if (first === index) continue;
    const names = [...(lists[first]?.files ?? []), ...files].map(({ name }) => name).join(' and ');
    throw new ScreeningListError(`${names} are both the list of the ${list}. Remove the older file.`);
  }
}

async function readXmlList(folder: string, name: string): Promise<ScreeningList> {
  const file = path.join(folder, name);
  const isUn = (await rootOf(createReadStream(file, { end: 65_535 }))) === 'CONSOLIDATED_LIST';
  const { bytes, digest } = open(folder, name);
  const { parties, date } = await (isUn ? readUnList(bytes) : readEuList(bytes));
  assertNotEmpty(parties);
  return { list: isUn ? 'UN' : 'EU', files: [digest()], date: date ?? (await dayOf(file)), parties };
}

async function readOfac(folder: string, names: ReadonlyMap<OfacFile, string>): Promise<ScreeningList> {
  const files = new Map([...names].map(([known, name]) => [known, open(folder, name)]));
  const bytesOf = (known: OfacFile) => files.get(known)?.bytes;
  const [sdn, alt] = [bytesOf('SDN.CSV'), bytesOf('ALT.CSV')];
  if (!sdn || !alt) throw new ScreeningListError('OFAC needs SDN.CSV and ALT.CSV, because ALT.CSV has the aliases.');
  const optional = { 'ADD.CSV': bytesOf('ADD.CSV'), 'SDN_COMMENTS.CSV': bytesOf('SDN_COMMENTS.CSV') };
  const parties = await readOfacList({ 'SDN.CSV': sdn, 'ALT.CSV': alt, ...optional });
  assertNotEmpty(parties);
  const date = await dayOf(path.join(folder, names.get('SDN.CSV') ?? ''));
  return { list: 'OFAC SDN', files: [...files.values()].map((file) => file.digest()), date, parties };
}

function assertNotEmpty(parties: readonly ListedParty[]): void {
  if (parties.length === 0) throw new ScreeningListError('The list has no entries. Download it again.');
}

function open(folder: string, name: string): OpenFile {
  const hash = createHash('sha256');
  async function* bytes() {
    for await (const piece of createReadStream(path.join(folder, name))) {
      if (!(piece instanceof Uint8Array)) throw new TypeError('a file is read as bytes');
      hash.update(piece);
      yield piece;
    }
  }
  return { name, bytes: bytes(), digest: () => ({ name, sha256: hash.digest('hex') }) };
}

const dayOf = async (file: string): Promise<string> => (await stat(file)).mtime.toISOString().slice(0, 10);

/** Adds the file's name to an error. An error of the file system, such as a missing right, becomes a sentence. */
async function namingFile<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    throw new ScreeningListError(`The list ${name} cannot be used. ${messageOf(error)}`, { cause: error });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
