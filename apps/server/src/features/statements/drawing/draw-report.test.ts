import { describe, expect, test } from 'vitest';
import { readPdf } from '../../../../test/read-pdf.ts';
import type { PrintedReport } from '../printed-report.ts';
import { drawReport } from './draw-report.ts';
import { bottom, left, right } from './paper.ts';
import { heightOf, planReport } from './report-pages.ts';

const row = (n: number, below: readonly string[]) => ({ cells: [`Row ${n}`, `${n}.00`], below });
const tableOf = (count: number, title = 'Lines') => ({
  title,
  columns: [
    { name: 'Name', share: 0.7 },
    { name: 'Amount', share: 0.3, isFigure: true },
  ],
  empty: 'Nothing here.',
  rows: Array.from({ length: count }, (_, n) => row(n, n % 3 === 0 ? ['statement.xml', 'a'.repeat(64)] : [])),
});
const reportOf = (...tables: PrintedReport['tables']): PrintedReport => ({
  title: 'Bank day 2026-11-27',
  subtitle: 'Example Bank, EUR',
  facts: [{ name: 'Account', value: 'main-eur', second: 'DE75', share: 0.4 }],
  figures: [
    ['Opening balance', '0.00'],
    ['Closing balance', '12,345,678,901.00'],
  ],
  tables,
  about: 'Report 1 · SHA-256 abc',
  legal: 'Times are UTC.',
});

const head = { mode: 'live', brand: 'Florin', picture: 'coin' } as const;

describe('a printed report', () => {
  test('a printed report shows each row once, repeats the table heads, and numbers the pages', async () => {
    const shown = readPdf(await drawReport(reportOf(tableOf(90), tableOf(0, 'Empty')), head));
    const texts = shown.map(({ text }) => text);
    for (let n = 0; n < 90; n++) expect(texts.filter((text) => text === `Row ${n}`)).toHaveLength(1);
    const pages = Math.max(...shown.map(({ page }) => page));
    expect(pages).toBeGreaterThan(2);
    expect(texts).toContain(`Page ${pages} of ${pages}`);
    expect(texts.filter((text) => text === 'Amount').length).toBe(pages);
    expect(texts).toContain('Nothing here.');
    expect(texts).not.toContain('Sandbox: no real money');
    for (const { x } of shown) expect([x >= left - 1, x <= right]).toEqual([true, true]);
  });

  test.each([0, 1, 7, 20, 21, 22, 40, 60, 200])('a printed report with tables of %i rows fits its pages', (count) => {
    const plan = planReport(reportOf(tableOf(count), tableOf(count), tableOf(3)));
    const rows = plan.flatMap((parts) => parts.flatMap((part) => part.rows));
    expect(rows).toHaveLength(count * 2 + 3);
    for (const parts of plan) {
      expect(parts.length).toBeGreaterThan(0);
      for (const part of parts) {
        const height = part.rows.reduce((sum, each) => sum + heightOf(each), 50);
        expect(part.y + height).toBeLessThanOrEqual(bottom);
        expect(part.rows.length > 0 || part.table.rows.length === 0).toBe(true);
      }
    }
  });
});
