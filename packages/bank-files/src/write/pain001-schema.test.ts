import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { randomBatches } from '../../test/payment-batches.ts';
import { writePain001 } from './pain001.ts';

/**
 * The folder with pain.001.001.09.xsd, which iso20022.org offers for download. Its license allows anyone to use the
 * schema, but does not mention redistribution in a repository.
 */
const folder = process.env['ISO_20022_SCHEMAS'];
const atOnce = 50;

const invalid = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn/></Document>`;

test.runIf(folder !== undefined)(
  'writes files that are valid against the schema, for names in every script',
  { timeout: 300_000 },
  async () => {
    const schema = readFileSync(path.join(folder ?? '', 'pain.001.001.09.xsd'), 'utf8');
    const check = (files: readonly string[]) =>
      validateXML({
        xml: files.map((contents, index) => ({ fileName: `${index}.xml`, contents })),
        schema: [schema],
      });
    expect((await check([invalid])).valid).toBe(false);
    const files = fc.sample(randomBatches, Number(process.env['FLORIN_RUNS'] ?? '500')).map(writePain001);
    for (let start = 0; start < files.length; start += atOnce)
      expect(await check(files.slice(start, start + atOnce))).toMatchObject({ valid: true, errors: [] });
  },
);
