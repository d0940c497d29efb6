import {
  PartyCollector,
  ScreeningListError,
  type Bytes,
  type DateRange,
  type ListedName,
  type ListedParty,
} from '../screening-list.ts';
import { rangeOfWords } from './dates.ts';
import { csvRows } from './csv-rows.ts';

/** The files of the list by their names in upper case. */
export type OfacFiles = {
  readonly 'SDN.CSV': Bytes;
  readonly 'ALT.CSV': Bytes;
  readonly 'ADD.CSV'?: Bytes | undefined;
  readonly 'SDN_COMMENTS.CSV'?: Bytes | undefined;
};

type Draft = Omit<ListedParty, 'births' | 'names'> & { readonly names: ListedName[]; remarks: string };

const columns = { 'SDN.CSV': 12, 'ALT.CSV': 5, 'ADD.CSV': 6, 'SDN_COMMENTS.CSV': 2 } as const;

/**
 * Reads the list of specially designated nationals of the U.S. Treasury. The files of this list have no header and no
 * checksum. So an alias or address of an unknown entry shows that SDN.CSV was cut, or that the files are from different
 * days.
 */
export async function readOfacList(files: OfacFiles): Promise<readonly ListedParty[]> {
  const drafts = new Map<string, Draft>();
  for await (const row of rowsOf('SDN.CSV', files['SDN.CSV'])) {
    const [id = '', name = '', type = '', program = ''] = row;
    if (drafts.has(id)) throw new ScreeningListError(`SDN.CSV has the entry ${id} twice.`);
    drafts.set(id, {
      id,
      kind: type.toLowerCase() === 'individual' ? 'person' : 'company',
      names: name === '' ? [] : [{ text: name, weak: false }],
      program: program.split(/\]\s*\[/).join(', '),
      remarks: row[11] ?? '',
    });
  }
  await addTo(drafts, 'ALT.CSV', files['ALT.CSV'], (draft, [, , , name = '']) => {
    if (name !== '') draft.names.push({ text: name, weak: false });
  });
  if (files['SDN_COMMENTS.CSV'])
    await addTo(drafts, 'SDN_COMMENTS.CSV', files['SDN_COMMENTS.CSV'], (draft, [, remarks = '']) => {
      draft.remarks += remarks; // SDN.CSV cuts long remarks anywhere
    });
  // A search does not use addresses. Addresses only show whether SDN.CSV is complete.
  if (files['ADD.CSV']) await addTo(drafts, 'ADD.CSV', files['ADD.CSV'], () => undefined);
  const collector = new PartyCollector();
  for (const { remarks, ...party } of drafts.values())
    collector.add({ ...party, names: [...party.names, ...weakNamesIn(remarks)], births: birthsIn(remarks) });
  return collector.parties;
}

async function addTo(
  drafts: ReadonlyMap<string, Draft>,
  file: keyof typeof columns,
  bytes: Bytes,
  add: (draft: Draft, row: readonly string[]) => void,
): Promise<void> {
  for await (const row of rowsOf(file, bytes)) {
    const draft = drafts.get(row[0] ?? '');
    if (draft === undefined)
      throw new ScreeningListError(
        `${file} names the entry ${row[0]}, which SDN.CSV lacks. SDN.CSV is cut, or the files are of different days.`,
      );
    add(draft, row);
  }
}

/** Yields rows with empty texts in place of the null values `-0-`. Errors name the file. */
async function* rowsOf(file: keyof typeof columns, bytes: Bytes): AsyncGenerator<readonly string[]> {
  try {
    for await (const row of csvRows(bytes)) {
      if (row.length !== columns[file] || !/^\d+$/.test(row[0] ?? ''))
        throw new ScreeningListError(
          `The row "${row.join(',').slice(0, 60)}" is not a row of OFAC: it needs ${columns[file]} fields, first a number.`,
        );
      yield row.map((field) => (field === '-0-' ? '' : field));
    }
  } catch (error) {
    if (error instanceof ScreeningListError) throw new ScreeningListError(`${file}: ${error.message}`);
    throw error;
  }
}

/** The remarks quote weak aliases: `a.k.a. 'SALIM'`. */
const weakNamesIn = (remarks: string): readonly ListedName[] =>
  [...remarks.matchAll(/\b[afn]\.k\.a\. '((?:[^']|'(?![;.,)]|$))+)'/g)].map(([, text = '']) => ({ text, weak: true }));

const birthsIn = (remarks: string): readonly DateRange[] =>
  [...remarks.matchAll(/\bDOB ([^;]+?)(?=;|\.?$)/g)]
    .map(([, text = '']) => rangeOfWords(text))
    .filter((range) => range !== null);
