import { kycFileBytes } from '@florin/contract';
import { expect, test } from 'vitest';
import { documentFormats, fileProblem, selfieFormats } from './check-file.ts';

const bytesOf = (text: string) => Array.from(new TextEncoder().encode(text));
const jpeg = [0xff, 0xd8, 0xff, 0xe0];
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const pdf = bytesOf('%PDF-1.7');
const selfieMessage = 'A selfie is a picture: JPG, PNG or HEIC.';
const fileOf = (bytes: number[], size = 64, name = 'photo.jpg') => {
  const content = new Uint8Array(size);
  content.set(bytes);
  return new File([content], name, { type: name === 'photo.jpg' ? 'image/jpeg' : '' });
};
const formatMessage = 'This is not a JPG, PNG, HEIC or PDF file.';

test.each([
  ['a JPEG', jpeg, undefined, undefined],
  ['a PNG', png, undefined, undefined],
  ['a photo in HEIC', [0, 0, 0, 24, ...bytesOf('ftypheic')], undefined, undefined],
  ['a PDF', pdf, undefined, selfieMessage],
  ['a PDF after an empty line', [0x0d, 0x0a, ...pdf], undefined, selfieMessage],
  ['a PDF after a byte order mark', [0xef, 0xbb, 0xbf, ...pdf], undefined, selfieMessage],
  ['a PDF after a program', [...bytesOf('MZ'), ...pdf], formatMessage, formatMessage],
  ['a video', [0, 0, 0, 24, ...bytesOf('ftypmp42')], formatMessage, formatMessage],
  ['a program named photo.jpg', [0x4d, 0x5a, 0x90, 0], formatMessage, formatMessage],
  ['an SVG', bytesOf('<svg xml'), formatMessage, formatMessage],
  ['a PNG with a truncated signature', png.slice(0, 4), formatMessage, formatMessage],
])('detects %s by its first bytes', async (_, bytes, asDocument, asSelfie) => {
  expect(await fileProblem(fileOf(bytes), documentFormats)).toBe(asDocument);
  expect(await fileProblem(fileOf(bytes), selfieFormats)).toBe(asSelfie);
});

test('checkFile accepts a file of 5 MB and rejects one byte more', async () => {
  expect(await fileProblem(fileOf(jpeg, kycFileBytes), documentFormats)).toBeUndefined();
  expect(await fileProblem(fileOf(jpeg, kycFileBytes + 1), documentFormats)).toBe('The file is larger than 5 MB.');
});

test('checkFile rejects an unreadable file', async () => {
  const folder = new File([], 'holiday');
  const unreadable = { arrayBuffer: () => Promise.reject(new DOMException('a folder', 'NotFoundError')) };
  Object.assign(folder, { slice: () => unreadable });
  expect(await fileProblem(folder, documentFormats)).toBe(formatMessage);
});

test('checkFile rejects an empty file', async () => {
  expect(await fileProblem(new File([], 'photo.jpg'), documentFormats)).toBe(formatMessage);
});

// Rules: kyc-8
test.each(['photo.jfif', '1000012345', 'IMG_1.png', 'scan.exe', ''])(
  'accepts the upload of a JPEG named %j',
  async (name) => {
    expect(await fileProblem(fileOf(jpeg, 64, name), documentFormats)).toBeUndefined();
    expect(await fileProblem(fileOf(jpeg, 64, name), selfieFormats)).toBeUndefined();
  },
);
