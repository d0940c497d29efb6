import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { camt053, type GivenStatement } from '../../../test/camt053.ts';
import { account, addMainAccount, iban } from '../../../test/main-account.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { emptyInbox } from './inbox.ts';

let florin: TestApp;
let bankDir: string;
beforeEach(async () => {
  florin = await createTestApp();
  await addMainAccount(florin);
  bankDir = await mkdtemp(path.join(tmpdir(), 'florin-bank-'));
  await mkdir(path.join(bankDir, 'inbox'));
});
afterEach(async () => {
  await florin.close();
  await rm(bankDir, { recursive: true });
});

const run = () => {
  const { pool, logger } = florin.app.dependencies;
  return emptyInbox({ pool, logger, accounts: [account], bankDir });
};
const statement = (given: Partial<GivenStatement>) => camt053([{ iban, currency: 'EUR', ...given }]);
const day = (date: string, opening: string, closing: string) =>
  statement({ from: date, to: date, opening, closing, lines: [{ amount: '5.00', day: date }] });

/** Puts a file into the inbox that has not changed for `seconds`. */
async function put(name: string, content: string, { seconds = 60 } = {}): Promise<void> {
  const file = path.join(bankDir, 'inbox', name);
  await writeFile(file, content);
  const time = Date.now() / 1_000 - seconds;
  await utimes(file, time, time);
}
/** Works as a user who may not read every file. */
async function withoutRoot(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  for (const file of [
    bankDir,
    ...(await readdir(bankDir, { recursive: true })).map((name) => path.join(bankDir, name)),
  ])
    await chown(file, ordinaryUser, ordinaryUser);
  process.seteuid?.(ordinaryUser);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
const ordinaryUser = 65_534;

const filesIn = async (folder: string) => (await readdir(path.join(bankDir, folder))).toSorted();
const report = (folder: string, name: string) => readFile(path.join(bankDir, folder, `${name}.report.txt`), 'utf8');

describe('the inbox', () => {
  test('the inbox imports a file even if the previous file fails because of the server', async () => {
    await florin.database.ownerPool.query(
      `alter table bank_files add constraint none_is_stuck check (name <> 'a-stuck.xml')`,
    );
    await put('a-stuck.xml', day('2026-11-15', '0.00', '5.00'));
    await put('monday.xml', day('2026-11-16', '0.00', '5.00'));
    await expect(run()).rejects.toThrow('bank files were not imported');
    expect(await filesIn('inbox')).toEqual(['a-stuck.xml']);
    expect(await filesIn('done')).toContain('monday.xml');
  });

  test('the inbox imports a statement and moves it to done with a report', async () => {
    await put('monday.xml', day('2026-11-16', '0.00', '5.00'));
    await run();
    expect(await filesIn('inbox')).toEqual([]);
    expect(await filesIn('done')).toEqual(['monday.xml', 'monday.xml.report.txt']);
    expect(await report('done', 'monday.xml')).toContain(
      'main-eur, statement ?, 2026-11-16 to 2026-11-16: opening 0.00, closing 5.00, 1 lines, 1 new.',
    );
  });

  test('the inbox moves a file that cannot be read, or is about another account, to refused with the reason', async () => {
    await put('junk.xml', 'no bank file');
    await put('other.xml', statement({ iban: 'NL91ABNA0417164300', opening: '0.00', closing: '0.00' }));
    await run();
    expect(await filesIn('refused')).toEqual(['junk.xml', 'junk.xml.report.txt', 'other.xml', 'other.xml.report.txt']);
    expect(await report('refused', 'junk.xml')).toContain('Not imported. The file has no known format.');
    expect(await report('refused', 'other.xml')).toContain('NL91ABNA0417164300 is not in FLORIN_CONFIG');
  });

  test('the inbox moves a file that it may not read to refused, and imports the other files', async () => {
    await put('closed.xml', day('2026-11-16', '0.00', '5.00'));
    await chmod(path.join(bankDir, 'inbox/closed.xml'), 0o000);
    await put('monday.xml', day('2026-11-16', '0.00', '5.00'));
    await withoutRoot(run);
    expect(await filesIn('inbox')).toEqual([]);
    expect(await filesIn('done')).toEqual(['monday.xml', 'monday.xml.report.txt']);
    expect(await report('refused', 'closed.xml')).toContain('may not read this file. Change its owner');
  });

  test('the inbox imports statements in any order of their files, and refuses a statement whose predecessor is missing', async () => {
    const warn = vi.spyOn(florin.app.dependencies.logger, 'warn');
    await put('a-wednesday.xml', day('2026-11-18', '10.00', '15.00'));
    await put('b-tuesday.xml', day('2026-11-17', '5.00', '10.00'));
    await put('c-monday.xml', day('2026-11-16', '0.00', '5.00'));
    await put('d-friday.xml', day('2026-11-20', '20.00', '25.00'));
    await run();
    expect((await filesIn('done')).filter((name) => !name.endsWith('.txt'))).toEqual([
      'a-wednesday.xml',
      'b-tuesday.xml',
      'c-monday.xml',
    ]);
    expect(await report('refused', 'd-friday.xml')).toContain('Import the missing statement first');
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ file: 'd-friday.xml' }), 'a bank file was refused');
  });

  test('the inbox leaves a file that is still being written, or has a temporary name', async () => {
    await put('fresh.xml', day('2026-11-16', '0.00', '5.00'), { seconds: 1 });
    await put('upload.xml.part', day('2026-11-16', '0.00', '5.00'));
    await put('.hidden.xml', day('2026-11-16', '0.00', '5.00'));
    await run();
    expect(await filesIn('inbox')).toEqual(['.hidden.xml', 'fresh.xml', 'upload.xml.part']);
  });

  test('an inbox has one file and one report after several nodes empty it at the same time', async () => {
    await put('monday.xml', day('2026-11-16', '0.00', '5.00'));
    await Promise.all([run(), run(), run(), run()]);
    expect(await filesIn('inbox')).toEqual([]);
    expect(await filesIn('done')).toEqual(['monday.xml', 'monday.xml.report.txt']);
    const { rows } = await florin.database.pool.query('select from bank_lines');
    expect(rows).toHaveLength(1);
    await put('junk.xml', 'no bank file');
    await Promise.all([run(), run(), run(), run()]);
    expect(await filesIn('refused')).toEqual(['junk.xml', 'junk.xml.report.txt']);
  });

  test('the inbox puts a file with a known name or content away without booking it again', async () => {
    await put('monday.xml', day('2026-11-16', '0.00', '5.00'));
    await run();
    await put('monday.xml', day('2026-11-16', '0.00', '5.00'));
    await run();
    expect(await filesIn('done')).toEqual([
      'monday (2).xml',
      'monday (2).xml.report.txt',
      'monday.xml',
      'monday.xml.report.txt',
    ]);
    expect(await report('done', 'monday (2).xml')).toContain('imported before');
  });

  test.each([
    ['250 characters', `${'a'.repeat(246)}.xml`],
    ['255 bytes', `${'ä'.repeat(125)}a.xml`],
    ['an ending of 200 characters', `a.${'b'.repeat(240)}`],
  ])('the inbox puts files away with a report whose name has %s', async (_, name) => {
    await put(name, day('2026-11-16', '0.00', '5.00'));
    await run();
    await put(name, day('2026-11-16', '0.00', '5.00'));
    await run();
    await put(name, 'no bank file');
    await run();
    await put(name, 'no bank file either');
    await run();
    expect(await filesIn('inbox')).toEqual([]);
    for (const folder of ['done', 'refused']) {
      const names = await filesIn(folder);
      const reports = names.filter((one) => one.endsWith('.report.txt'));
      expect([names.length, reports.length]).toEqual([4, 2]);
      expect(names).toContain(name);
      for (const one of reports) expect(await readFile(path.join(bankDir, folder, one), 'utf8')).toContain(name);
    }
  });
});
