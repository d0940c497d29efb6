import { endpoints } from '@florin/contract';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heicPhoto, picture, uploadKycFile } from '../../../test/kyc.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  ines = await florin.signUp();
});
afterAll(() => florin.close());

const pdf = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');
const afterPrefix = (text: string) => Buffer.concat([Buffer.from(text), pdf]);
const withoutPrefix = (bytes: Buffer) => bytes.subarray(Math.max(0, bytes.indexOf('%PDF-')));

async function contentOf(id: string) {
  const answer = await ines.client.open(endpoints.getKycFile, { params: { id } });
  return Buffer.from(await answer.arrayBuffer());
}

describe('the format of a file', () => {
  // Rules: kyc-8, security-33
  test.each([
    ['a JPEG called photo.jfif', 'photo.jfif', () => picture('jpeg'), 'image/jpeg'],
    ['a JPEG called 1000012345', '1000012345', () => picture('jpeg'), 'image/jpeg'],
    ['a JPEG called IMG_1.png', 'IMG_1.png', () => picture('jpeg'), 'image/jpeg'],
    ['a PNG called scan.jpg.exe', 'scan.jpg.exe', () => picture('png'), 'image/png'],
    ['a PDF called passport.jpg', 'passport.jpg', async () => pdf, 'application/pdf'],
    ['a PDF after an empty line', 'a.pdf', async () => afterPrefix('\r\n'), 'application/pdf'],
    ['a PDF after a byte order mark', 'a.pdf', async () => afterPrefix('\ufeff'), 'application/pdf'],
    [
      'a PDF after a byte order mark and empty lines',
      'a.pdf',
      async () => afterPrefix('\ufeff \n\n'),
      'application/pdf',
    ],
    [
      'a PDF with zeros after its end',
      'a.pdf',
      async () => Buffer.concat([pdf, Buffer.alloc(9_000)]),
      'application/pdf',
    ],
    ['a HEIC photo', 'IMG_0001.HEIC', async () => heicPhoto, 'image/jpeg'],
    ['a HEIC photo called IMG_0001.jpg', 'IMG_0001.jpg', async () => heicPhoto, 'image/jpeg'],
  ])('accepts an upload of %s by its content', async (_, name, make, type) => {
    const file = await uploadKycFile(florin, ines, 'back', { name, bytes: await make() });
    expect(file).toMatchObject({ name, type });
    expect((await fileTypeFromBuffer(withoutPrefix(await contentOf(file.id))))?.mime).toBe(type);
  });

  test('a HEIC photo is stored as a JPG with correct colors', async () => {
    const { id } = await uploadKycFile(florin, ines, 'selfie', { name: 'me.heic', bytes: heicPhoto });
    const { data, info } = await sharp(await contentOf(id))
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number) => data.subarray((32 * info.width + x) * info.channels).subarray(0, 3);
    expect([info.width, info.height]).toEqual([96, 64]);
    expect(at(10)[0]).toBeGreaterThan(150); // red
    expect(at(86)[2]).toBeGreaterThan(150); // blue
  });

  test('a file without a name is named after its kind', async () => {
    expect(await uploadKycFile(florin, ines, 'back', { name: '' })).toMatchObject({ name: 'back' });
  });
});
