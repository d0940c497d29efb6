import type { Page } from '@playwright/test';

/** A file of payments, with a header. */
export const batchFile = (rows: readonly string[]): string =>
  ['recipient,amount,currency,note,reference', ...rows].join('\n');

export const chooseBatchFile = (page: Page, csv: string, { label = 'File of payments', name = 'payroll.csv' } = {}) =>
  page.getByLabel(label).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });
