import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endpoints, type LegalDocumentName } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { legalDocumentOf } from './legal-documents.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'florin-legal-'));
let florin: TestApp;
beforeAll(async () => {
  writeFileSync(path.join(folder, 'terms.txt'), '# Our terms\r\n\r\n## One\r\n\r\nFirst line\r\nsecond line.\r\n');
  florin = await createTestApp({ FLORIN_LEGAL_DIR: folder });
});
afterAll(async () => {
  await florin.close();
  rmSync(folder, { recursive: true });
});

const read = (name: LegalDocumentName) => florin.client.call(endpoints.getLegalDocument, { params: { name } });

describe('the legal documents', () => {
  test('a legal document comes from the operator’s folder if its file exists', async () => {
    expect(await read('terms')).toEqual({
      title: 'Our terms',
      sections: [{ heading: 'One', paragraphs: ['First line second line.'] }],
    });
  });

  test('a server has no imprint unless its operator provides one', async () => {
    await expect(read('imprint')).rejects.toMatchObject(refusedWith('not_found'));
  });

  test('a legal document without a file has the built-in text', async () => {
    const { title, sections } = await read('privacy');
    expect(title).toBe('Privacy notice');
    expect(sections.every(({ paragraphs }) => paragraphs.length > 0)).toBe(true);
    expect(JSON.stringify(sections)).not.toContain('{{');
  });

  test('a heading of a legal document ends at the end of its line', () => {
    expect(legalDocumentOf('# Terms\r\n## Fees\r\nFirst line\r\nsecond line.\n## More\nText')).toEqual({
      title: 'Terms',
      sections: [
        { heading: 'Fees', paragraphs: ['First line second line.'] },
        { heading: 'More', paragraphs: ['Text'] },
      ],
    });
  });

  test('a legal document keeps markup as text', () => {
    const { sections } = legalDocumentOf('# T\n\n<b>bold</b> **and** [a link](https://a.example)');
    expect(sections).toEqual([{ paragraphs: ['<b>bold</b> **and** [a link](https://a.example)'] }]);
  });
});
