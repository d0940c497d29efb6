import { kycFileBytes } from '@florin/contract';
import { expect, test } from 'vitest';
import { documentFormats, fileProblem, selfieFormats } from './check-file.ts';

const bytesOf = (text: string) => Array.from(new TextEncoder().encode(text));
const jpeg = [0xff, 0xd8, 0xff, 0xe0];
const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const pdf = bytesOf('%PDF-1.7');
const noPicture = 'A selfie is a picture: JPG, PNG or HEIC.';
const fileOf = (bytes: number[], size = 64, name = 'photo.jpg') => {
  const content = new Uint8Array(size);
  content.set(bytes);
  return new File([content], name, { type: name === 'photo.jpg' ? 'image/jpeg' : '' });
};
const notOurs = 'This is not a JPG, PNG, HEIC or PDF file.';

test.each([
  ['a JPEG', jpeg, undefined, undefined],
  ['a PNG', png, undefined, undefined],
  ['a photo in HEIC', [0, 0, 0, 24, ...bytesOf('ftypheic')], undefined, undefined],
  ['a PDF', pdf, undefined, noPicture],
  ['a PDF behind an empty line', [0x0d, 0x0a, ...pdf], undefined, noPicture],
  ['a PDF behind a byte order mark', [0xef, 0xbb, 0xbf, ...pdf], undefined, noPicture],
  ['a PDF behind a program', [...bytesOf('MZ'), ...pdf], notOurs, notOurs],
  ['a film', [0, 0, 0, 24, ...bytesOf('ftypmp42')], notOurs, notOurs],
  ['a program that is called photo.jpg', [0x4d, 0x5a, 0x90, 0], notOurs, notOurs],
  ['an SVG', bytesOf('<svg xml'), notOurs, notOurs],
  ['a PNG that begins wrong', png.slice(0, 4), notOurs, notOurs],
])('%s is known by its first bytes', async (_, bytes, asDocument, asSelfie) => {
  expect(await fileProblem(fileOf(bytes), documentFormats)).toBe(asDocument);
  expect(await fileProblem(fileOf(bytes), selfieFormats)).toBe(asSelfie);
});

test('5 MB are taken, and not one byte more', async () => {
  expect(await fileProblem(fileOf(jpeg, kycFileBytes), documentFormats)).toBeUndefined();
  expect(await fileProblem(fileOf(jpeg, kycFileBytes + 1), documentFormats)).toBe('The file is larger than 5 MB.');
});

test('what cannot be read is none', async () => {
  const folder = new File([], 'holiday');
  const unreadable = { arrayBuffer: () => Promise.reject(new DOMException('a folder', 'NotFoundError')) };
  Object.assign(folder, { slice: () => unreadable });
  expect(await fileProblem(folder, documentFormats)).toBe(notOurs);
});

test('an empty file is none', async () => {
  expect(await fileProblem(new File([], 'photo.jpg'), documentFormats)).toBe(notOurs);
});

// Rules: kyc-8
test.each(['photo.jfif', '1000012345', 'IMG_1.png', 'scan.exe', ''])('a JPEG called %j is taken', async (name) => {
  expect(await fileProblem(fileOf(jpeg, 64, name), documentFormats)).toBeUndefined();
  expect(await fileProblem(fileOf(jpeg, 64, name), selfieFormats)).toBeUndefined();
});
