import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openNameScreening, type NameScreening } from './name-screening.ts';

const listOf = (
  ...families: readonly string[]
) => `<CONSOLIDATED_LIST dateGenerated="2026-05-04T10:00:00.000Z"><INDIVIDUALS>
  ${families.map((name) => `<INDIVIDUAL><FIRST_NAME>ZELIM</FIRST_NAME><SECOND_NAME>${name}</SECOND_NAME><REFERENCE_NUMBER>${name}</REFERENCE_NUMBER><INDIVIDUAL_DATE_OF_BIRTH><DATE>1960-02-03</DATE></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL>`).join('')}
</INDIVIDUALS></CONSOLIDATED_LIST>`;

let folder: string;
const lines: string[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'screening-'));
  lines.length = 0;
});
afterEach(() => rm(folder, { recursive: true }));

/** Puts the file into place as a whole, as an operator should. */
async function put(text: string) {
  await writeFile(path.join(folder, 'un.part'), text);
  await rename(path.join(folder, 'un.part'), path.join(folder, 'un.xml'));
}

const open = (mode: 'sandbox' | 'live' = 'live') => openNameScreening({ folder, mode, logger, everyMs: 20 });
const idsOf = (screening: NameScreening, name: string, birthDate?: string) =>
  screening.screen(name, birthDate).map(({ id }) => id);

test('finds listed names, and shows the list with its date, digest and number of entries', async () => {
  await put(listOf('Bertolani'));
  const screening = await open();
  expect(idsOf(screening, 'Bertolany Zelim')).toEqual(['Bertolani']);
  expect(screening.screen('Zelim Bertolani', '1990-01-01')[0]?.score).toBeLessThan(0.9);
  expect(screening.lists()).toEqual([
    {
      list: 'UN',
      date: '2026-05-04',
      entries: 1,
      files: [{ name: 'un.xml', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    },
  ]);
  expect(lines.join()).toContain('sanctions lists were loaded');
});

test('loads sanctions lists again after a change, and keeps the old lists if the new lists are invalid', async () => {
  await put(listOf('Bertolani'));
  const screening = await open();
  const watching = screening.watch();
  await put(listOf('Bertolani', 'Quorindeau'));
  await vi.waitFor(() => expect(idsOf(screening, 'Zelim Quorindeau')).toEqual(['Quorindeau']), { timeout: 30_000 });
  await put(listOf('Bertolani').slice(0, -30));
  await vi.waitFor(() => expect(screening.problem()).toContain('un.xml cannot be used'), { timeout: 30_000 });
  expect(idsOf(screening, 'Zelim Quorindeau')).toEqual(['Quorindeau']);
  await put(listOf('Bertolani'));
  await vi.waitFor(() => expect(screening.problem()).toBeUndefined(), { timeout: 30_000 });
  expect(idsOf(screening, 'Zelim Quorindeau')).toEqual([]);
  await watching.stop();
  expect(lines.filter((line) => line.includes('cannot be loaded'))).toHaveLength(1);
});

test('the server does not start if the folder has no sanctions list', async () => {
  await expect(open()).rejects.toThrow(`${folder} has no lists.`);
});

test('live mode logs that there are no sanctions lists, and a sandbox does not', async () => {
  const screening = await openNameScreening({ folder: undefined, mode: 'live', logger });
  expect(idsOf(screening, 'Zelim Bertolani')).toEqual([]);
  await screening.watch().stop();
  expect(lines.join()).toContain('Florin has no sanctions lists, so it checks no names. Set FLORIN_SCREENING_DIR');
  lines.length = 0;
  await openNameScreening({ folder: undefined, mode: 'sandbox', logger });
  expect(lines).toEqual([]);
});
