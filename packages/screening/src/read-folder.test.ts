import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { folderWith, sampleLists } from '../test/sample-lists.ts';
import { readScreeningLists } from './read-folder.ts';
import { ScreeningListError } from './screening-list.ts';

const today = new Date().toISOString().slice(0, 10);
const read = async (files: Readonly<Record<string, string | undefined>>) => readScreeningLists(await folderWith(files));
const { 'un.xml': un = '', 'eu.xml': eu = '', 'SDN.CSV': sdn = '', 'ALT.CSV': alt = '' } = sampleLists;
const ofac = { 'SDN.CSV': sdn, 'ALT.CSV': alt };

test('reads the files of OFAC, UN and EU with dates and digests', async () => {
  const lists = await read({ ...sampleLists, 'README.txt': 'not a list', '.hidden.xml': 'x' });
  expect(lists.map(({ list, date, parties }) => [list, date, parties.length])).toEqual([
    ['OFAC SDN', today, 3],
    ['EU', '2026-06-07', 2],
    ['UN', '2026-05-04', 2],
  ]);
  const sha256 = createHash('sha256').update(eu).digest('hex');
  expect(lists[1]?.files).toEqual([{ name: 'eu.xml', sha256 }]);
  expect(lists[0]?.files).toHaveLength(4);
});

test('reads names, aliases, weak aliases, programs and birth dates of OFAC', async () => {
  const [list] = await read({ ...sampleLists, 'un.xml': undefined, 'eu.xml': undefined });
  expect(list?.parties).toEqual([
    {
      id: '101',
      kind: 'person',
      program: 'SDGT, IFSR',
      names: [
        { text: 'VARDANOKOV, Timur Askarovich', weak: false },
        { text: 'VARDANOKOFF, Tymur', weak: false },
        { text: 'THE COOK', weak: true },
        { text: "O'NEIL", weak: true },
      ],
      births: [
        { from: '1957-04-28', to: '1957-04-28' },
        { from: '1958-01-01', to: '1958-12-31' },
        { from: '1960-01-01', to: '1961-12-31' },
      ],
    },
    {
      id: '102',
      kind: 'company',
      program: 'CUBA',
      names: [
        { text: 'QUILOMBRA "STAR" SHIPPING CO., LTD', weak: false },
        { text: 'QUILOMBRA MARITIME', weak: false },
      ],
      births: [],
    },
    {
      id: '103',
      kind: 'company',
      program: 'IRAN',
      names: [{ text: 'SEA LANTERN', weak: false }],
      births: [{ from: '1958-01-01', to: '1962-12-31' }],
    },
  ]);
});

test('reads individuals and entities of the UN', async () => {
  const [list] = await read({ 'consolidated.xml': un });
  expect(list?.parties).toEqual([
    {
      id: 'SAi.001',
      kind: 'person',
      program: 'Sample',
      names: [
        { text: 'BAHRAM QORBANZADI', weak: false },
        { text: 'بهرام قربانزادی', weak: false },
        { text: 'Behram Ghorbanzadi', weak: false },
        { text: 'Karim', weak: true },
      ],
      births: [
        { from: '1970-01-01', to: '1972-12-31' },
        { from: '1978-01-01', to: '1982-12-31' },
      ],
    },
    {
      id: '2',
      kind: 'company',
      program: 'Sample',
      names: [
        { text: 'LOMBARDIS & SONS TRADING', weak: false },
        { text: 'LST', weak: false },
      ],
      births: [],
    },
  ]);
});

test('reads persons and enterprises of the EU', async () => {
  const [list] = await read({ '20260607-FULL-1_1.xml': eu });
  expect(list?.parties).toEqual([
    {
      id: 'EU.1.2',
      kind: 'person',
      program: 'SMP',
      names: [
        { text: 'Zvezdan Prokopljević', weak: false },
        { text: 'Zvezdan Z. Proko', weak: true },
      ],
      births: [
        { from: '1966-02-03', to: '1966-02-03' },
        { from: '1968-01-01', to: '1972-12-31' },
      ],
    },
    { id: 'EU.3.4', kind: 'company', program: '', names: [{ text: 'Общество «Снегирь»', weak: false }], births: [] },
  ]);
});

test.each([
  ['an empty folder', {}, /has no lists/],
  ['an empty file', { 'un.xml': '' }, /un\.xml cannot be used\. The file is empty/],
  ['an empty CSV file', { ...ofac, 'SDN.CSV': '' }, /SDN\.CSV: The file is empty/],
  ['a list without entries', { 'un.xml': '<CONSOLIDATED_LIST/>' }, /un\.xml cannot be used\. The list has no entries/],
  ['a cut XML list', { 'eu.xml': eu.slice(0, -200) }, /eu\.xml cannot be used\. .*not correct XML/],
  ['a cut CSV list', { ...ofac, 'SDN.CSV': sdn.slice(0, 60) }, /SDN\.CSV: Line 1 ends within quotes/],
  ['a list cut between rows', { ...ofac, 'SDN.CSV': sdn.split('\r\n', 1).join('') }, /ALT\.CSV names the entry 102/],
  [
    'a list cut within a row',
    { ...ofac, 'SDN.CSV': `${sdn.slice(0, 30)}"` },
    /SDN\.CSV: The row "101,.*needs 12 fields/,
  ],
  ['missing aliases', { 'SDN.CSV': sdn }, /needs SDN\.CSV and ALT\.CSV/],
  ['a page of errors', { 'un.xml': '<html><body>403</body></html>' }, /un\.xml .*<html> and not with <export>/],
  ['an unknown CSV file', { ...ofac, 'people.csv': '1,2' }, /people\.csv is not a list that Florin reads/],
  ['two lists of one publisher', { 'a.xml': un, 'b.xml': un }, /a\.xml and b\.xml are both the list of the UN/],
  [
    'an entry without a name',
    { 'eu.xml': eu.replaceAll('nameAlias', 'x') },
    /eu\.xml .*The entry EU\.1\.2 has no name/,
  ],
  ['an entry twice', { ...ofac, 'SDN.CSV': sdn.replace('102,', '101,') }, /SDN\.CSV has the entry 101 twice/],
  [
    'entities of its own',
    { 'un.xml': un.replace('?>', '?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>') },
    /un\.xml .*document type declaration/,
  ],
  ['an unknown entity', { 'un.xml': un.replace('BAHRAM', '&bahram;') }, /un\.xml .*not correct XML/],
  ['deep nesting', { 'un.xml': un.replace('<DATAID>', '<a>'.repeat(50)) }, /un\.xml .*more than 32 deep/],
  ['a huge text', { 'un.xml': un.replace('BAHRAM', 'A'.repeat(3_000_000)) }, /un\.xml .*longer than 1000000/],
  ['a huge attribute', { 'eu.xml': eu.replace('EU.1.2', 'A'.repeat(3_000_000)) }, /eu\.xml .*longer than 1000000/],
  ['a huge CSV field', { ...ofac, 'ALT.CSV': `1,"${'A'.repeat(2_000_000)}"` }, /ALT\.CSV: Line 1 has a field of more/],
])('rejects a folder with %s', async (_, files, message) => {
  const error: unknown = await read(files).catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(ScreeningListError);
  expect(String(error)).toMatch(message);
});

test('rejects a folder that it cannot read', async () => {
  await expect(readScreeningLists('/nowhere/lists')).rejects.toThrow('The folder /nowhere/lists cannot be read');
});

test('reads Windows-1252 if a list is not valid UTF-8', async () => {
  const folder = await folderWith(ofac);
  await writeFile(path.join(folder, 'ALT.CSV'), Buffer.from('101,1,"aka","PEÑALOSA, José",-0- \r\n', 'latin1'));
  const [list] = await readScreeningLists(folder);
  expect(list?.parties[0]?.names[1]?.text).toBe('PEÑALOSA, José');
});
