import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { endpoints } from '@florin/contract';
import { picture, uploadKycFile } from '../../../test/kyc.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import type { FileScan } from '../../providers/file-scan/file-scan.ts';
import { assertHarmless } from './assert-harmless.ts';

const scanned: Buffer[] = [];
let answer: FileScan;
let florin: TestApp;
let ines: TestMember;
beforeEach(async () => {
  scanned.length = 0;
  florin = await createTestApp(
    {},
    {
      fileScan: (content) => {
        scanned.push(content);
        return answer(content);
      },
    },
  );
  ines = await florin.signUp();
});
afterEach(() => florin.close());

const upload = async (bytes: Buffer) => uploadKycFile(florin, ines, 'front', { name: 'passport.png', bytes });
const storedFiles = async () => (await ines.client.call(endpoints.getKycDraft)).files;

test('the file scanner receives the uploaded bytes before an image is redrawn', async () => {
  answer = async () => undefined;
  const bytes = await picture('png');
  const file = await upload(bytes);
  expect(scanned).toEqual([bytes]);
  expect(await storedFiles()).toEqual([file]);
});

// Rules: security-33
test('rejects an infected file and stores nothing', async () => {
  answer = async () => 'Win.Test.EICAR_HDB-1';
  await expect(upload(await picture('png'))).rejects.toMatchObject(
    refusedWith('file_not_accepted', { detail: 'Our virus scanner rejected this file. Please use another one.' }),
  );
  expect(await storedFiles()).toEqual([]);
});

test('rejects uploads with a retry time while the file scanner is unavailable', async () => {
  answer = () => Promise.reject(new Error('clamd does not answer'));
  await expect(upload(await picture('png'))).rejects.toMatchObject(refusedWith('busy'));
  expect(await storedFiles()).toEqual([]);
  answer = async () => undefined;
  await upload(await picture('png'));
  expect(await storedFiles()).toHaveLength(1);
});

test('logs the name of the virus or the scanner’s error, and nothing from the file', async () => {
  const lines: { readonly level: number; readonly found?: string; readonly err?: { readonly message: string } }[] = [];
  const logger = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const content = Buffer.from('the passport of Ines');
  await expect(assertHarmless({ logger, fileScan: async () => 'Eicar' }, content)).rejects.toThrow('virus scanner');
  const failing = () => Promise.reject(new Error('connect ECONNREFUSED'));
  await expect(assertHarmless({ logger, fileScan: failing }, content)).rejects.toMatchObject({ retryAfterSeconds: 60 });
  await assertHarmless({ logger, fileScan: undefined }, content);
  expect(lines).toMatchObject([
    { level: 40, found: 'Eicar' },
    { level: 50, err: { message: 'connect ECONNREFUSED' } },
  ]);
  expect(JSON.stringify(lines)).not.toContain('Ines');
});
