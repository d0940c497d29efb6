import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ago, euroStatement, lineOn } from '../../test/bank-days.ts';
import { camt053 } from '../../test/camt053.ts';
import { createTestDatabase, urlOf, type TestDatabase } from '../../test/test-database.ts';
import { runCli } from './run-cli.ts';

const iban = 'DE75512108001245126199'; // the sandbox's account in euros
const mt940 = `:20:START\r\n:25:${iban}\r\n:28C:1/1\r\n:60F:C261119EUR10,00\r\n:61:2611201120C5,00NTRFNONREF//B1\r\n:86:hello\r\n:62F:C261120EUR15,00\r\n-\r\n`;
const camt = camt053([
  {
    iban,
    currency: 'EUR',
    opening: '0.00',
    closing: '5.00',
    lines: [{ amount: '5.00', day: '2026-11-20', id: 'B1', text: 'hello' }],
  },
]);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'florin-bank-cli-'));
  return () => rmSync(folder, { recursive: true });
});
const put = (name: string, content: string) => {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
  writeFileSync(path.join(folder, name), content);
};

async function bank(args: readonly string[], env: Record<string, string> = {}) {
  const [out, said]: [string[], string[]] = [[], []];
  const terminal = { print: (text: string) => out.push(text), note: (line: string) => said.push(line) };
  const code = await runCli(['bank', ...args], { INIT_CWD: folder, ...env }, terminal);
  return { code, out: out.join('\n'), said: said.join('\n') };
}

const checked = z.array(
  z.object({
    file: z.string(),
    format: z.nullable(z.string()),
    statements: z.array(z.object({ account: z.string(), adds_up: z.boolean(), lines: z.array(z.unknown()) })),
    error: z.optional(z.string()),
  }),
);

describe('bank check', () => {
  test('escapes control characters in names and contents before they reach the terminal', async () => {
    const name = 'a\u001b[2J\nb\u009b\u202e.xml';
    put(name, camt);
    put(`junk-${name}`, 'no bank file');
    put(`skipped-${name}.md`, 'no bank file');
    put('c.xml', camt.replace('>5.00<', '>\u009b\u202e5<'));
    const shown = String.raw`a\u001b[2J\u000ab\u009b\u202e.xml`;
    const hostile = /(?![\n])[\p{Cc}\p{Bidi_Control}]/u;
    const { out, said } = await bank(['check', '.']);
    expect(out).toContain(`\n${shown} `);
    expect(out).toContain(`\njunk-${shown}: cannot be read.`);
    expect(out).toContain(`\nskipped-${shown}.md: skipped`);
    expect(said).toContain(`Not readable: c.xml, junk-${shown}.`);
    expect(`${out}${said}`).not.toMatch(hostile);
    const json = (await bank(['check', '--json', name])).out;
    expect(json).not.toMatch(hostile);
    expect(checked.parse(JSON.parse(json))).toMatchObject([{ file: name }]);
    const missing = await bank(['import', `missing-${name}`]);
    expect(missing.said).toContain(`missing-${shown}`);
    expect(missing.said).not.toMatch(hostile);
  });

  test('reads the bank files in a folder, skips others, and ends with code 0', async () => {
    put('a.xml', camt);
    put('below/b.sta', mt940);
    put('README.md', 'Read me.');
    const { code, out } = await bank(['check', '.']);
    expect(code).toBe(0);
    expect(out).toMatch(/^a\.xml +camt\.053 +DE75512108001245126199 +EUR +1 +0\.00 +5\.00 +yes +0$/m);
    expect(out).toMatch(/^below\/b\.sta +MT940 +DE75512108001245126199 +EUR +1 +10\.00 +15\.00 +yes +0$/m);
    expect(out).toContain('README.md: skipped, because it is not a bank file.');
    expect(out).toContain('2 files, 0 not readable; 2 statements, 0 that do not add up.');
  });

  test('bank check prints everything as JSON', async () => {
    put('a.xml', camt);
    const { code, out } = await bank(['check', '--json', 'a.xml']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual([
      {
        file: 'a.xml',
        format: 'camt.053',
        statements: [
          {
            account: iban,
            currency: 'EUR',
            sequence: null,
            from: '2026-11-20',
            to: '2026-11-20',
            opening: '0.00',
            closing: '5.00',
            adds_up: true,
            lines: [
              {
                booked: '2026-11-20',
                value: '2026-11-20',
                amount: '5.00',
                currency: 'EUR',
                counterparty: null,
                counterparty_account: null,
                remittance: 'hello',
                payment_reference: null,
                end_to_end_id: null,
                bank_reference: 'B1',
                batch_reference: null,
                batch_id: null,
                reversal: false,
                return_reason: null,
                code: 'TRF',
                charges: null,
              },
            ],
          },
        ],
        statuses: [],
        notices: [],
        warnings: [],
      },
    ]);
  });

  test('bank check ends with code 1 and the reason if a file cannot be read, and reads the other files', async () => {
    put('a.xml', camt);
    put('broken.xml', camt.slice(0, 300));
    put('notes.txt', 'no bank file');
    const { code, out, said } = await bank(['check', '--json', '.', 'missing.xml']);
    expect([code, said]).toEqual([1, 'Not readable: broken.xml, notes.txt, missing.xml.']);
    const files = z.parse(checked, JSON.parse(out));
    expect(files.map(({ file, error }) => [file, error === undefined])).toEqual([
      ['a.xml', true],
      ['broken.xml', false],
      ['notes.txt', false],
      ['missing.xml', false],
    ]);
  });
});

describe('bank import', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());
  const run = (...files: string[]) => bank(['import', ...files], { DATABASE_URL: urlOf(database.address) });

  test('imports and books statements, each once', async () => {
    put('a.xml', camt);
    expect(await run('a.xml')).toMatchObject({ code: 0, out: expect.stringContaining('1 lines, 1 new.') });
    expect(await run('a.xml')).toMatchObject({ code: 0, out: expect.stringContaining('imported before') });
    const { rows } = await database.pool.query('select match, posted from bank_lines');
    expect(rows).toEqual([{ match: 'unallocated', posted: true }]);
  });

  test('refuses a statement that does not follow the last one, with code 1 and the figures', async () => {
    put('b.sta', mt940);
    const { code, said } = await run('b.sta');
    expect(code).toBe(1);
    expect(said).toContain('but the bank says 15.00 EUR. Import the missing statement first.');
  });

  test('closes a day, lists the reports, and says if a report was changed', async () => {
    const run = (...args: string[]) => bank(args, { DATABASE_URL: urlOf(database.address) });
    expect(await run('reports')).toMatchObject({ code: 0, out: 'No day is closed yet.' });
    const day = { from: ago(3), to: ago(3), opening: '5.00', closing: '7.00' };
    put('c.xml', euroStatement({ ...day, lines: [lineOn('2.00', 3)] }));
    expect(await run('import', 'c.xml')).toMatchObject({ code: 0 });
    const { code, out } = await run('close-day', ago(3));
    expect(code).toBe(0);
    expect(out).toMatch(
      new RegExp(String.raw`^1 +${ago(3)} +sandbox-eur +7\.00 +EUR +2 +0 +command line +[\da-f]{64}$`, 'm'),
    );
    expect(await run('close-day', ago(3))).toMatchObject({
      code: 1,
      said: expect.stringContaining(`${ago(3)} is closed already. The last closed day is ${ago(3)}.`),
    });
    expect(await run('close-day', '20 November')).toMatchObject({ code: 2 });
    expect(await run('close-day')).toMatchObject({ code: 0 });
    expect(await run('reports')).toMatchObject({ code: 0, out: expect.stringContaining('2 reports, the chain') });
    await database.ownerPool.query(
      `update day_reports set content = replace(content, '7.00', '6.00') where number = 1`,
    );
    expect(await run('reports')).toMatchObject({
      code: 1,
      said: expect.stringContaining('Changed reports: 1.'),
    });
  });

  test('names files that do not exist', async () => {
    expect(await run('nothing.xml')).toMatchObject({ code: 1, said: expect.stringContaining('nothing.xml') });
  });
});
