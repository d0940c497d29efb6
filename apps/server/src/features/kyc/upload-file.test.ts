import { randomFillSync } from 'node:crypto';
import { Readable } from 'node:stream';
import { deflateSync, crc32 } from 'node:zlib';
import { endpoints, kycFileBytes } from '@florin/contract';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heicPhoto, picture, uploadKycFile } from '../../../test/kyc.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { uploadFile } from '../../../test/upload-file.ts';
import { drawQueued } from '../../platform/draw-queued.ts';
import { findMember } from '../identity/index.ts';
import { uploadFile as receiveUpload } from './upload-file.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  ines = await florin.signUp();
});
afterAll(() => florin.close());

const pdf = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');

async function contentOf(member: TestMember, id: string) {
  const answer = await member.client.open(endpoints.getKycFile, { params: { id } });
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const filesOf = async ({ client }: TestMember) => (await client.call(endpoints.getKycDraft)).files;

/** Returns a PNG that claims these dimensions but contains almost no pixels. */
function pngHeader(width: number, height: number): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2], 8);
  const chunk = (type: string, data: Buffer) => {
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])));
    return Buffer.concat([length, Buffer.from(type), data, check]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a small HEIC photo whose header claims these dimensions. */
function heicOfSize(width: number, height: number): Buffer {
  const photo = Buffer.from(heicPhoto);
  const size = photo.indexOf('ispe') + 8;
  photo.writeUInt32BE(width, size);
  photo.writeUInt32BE(height, size + 4);
  return photo;
}

/** Returns a PNG with pixels in four colors, which take two bits each until they are blended. */
function fourColors(width: number, height: number): Promise<Buffer> {
  const colors = [0x2a66d1, 0xe8a33d, 0x14803c, 0xf2f2f2];
  const dots = randomFillSync(Buffer.alloc(width * height));
  const raw = Buffer.alloc(dots.length * 3);
  for (const [place, dot] of dots.entries()) raw.writeUIntBE(colors[dot % 4] ?? 0, place * 3, 3);
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .png({ palette: true, colours: 4, dither: 0 })
    .toBuffer();
}

describe('an uploaded file', () => {
  test.each([
    ['a JPG', 'passport.JPG', () => picture('jpeg'), 'image/jpeg'],
    ['a PNG', 'passport.png', () => picture('png'), 'image/png'],
    ['a PDF', 'passport.pdf', async () => pdf, 'application/pdf'],
  ])('the owner can upload, list and download %s', async (_, name, make, type) => {
    const bytes = await make();
    const file = await uploadKycFile(florin, ines, 'front', { name, bytes });
    expect(file).toMatchObject({ kind: 'front', name, type, bytes: expect.any(Number) });
    expect(await filesOf(ines)).toEqual([file]);
    const kept = await contentOf(ines, file.id);
    expect([kept.bytes.length, (await fileTypeFromBuffer(kept.bytes))?.mime]).toEqual([file.bytes, type]);
    expect(kept.headers.get('content-type')).toBe('application/octet-stream');
    expect(kept.headers.get('content-security-policy')).toBe('sandbox');
    expect(kept.headers.get('content-disposition')).toMatch(/^attachment; filename="front\.(jpg|png|pdf)"$/);
  });

  test('a new file replaces the earlier file of its kind', async () => {
    const member = await florin.signUp();
    const first = await uploadKycFile(florin, member, 'front');
    const second = await uploadKycFile(florin, member, 'front', { name: 'again.png', bytes: await picture('png') });
    expect(await filesOf(member)).toEqual([second]);
    await expect(contentOf(member, first.id)).rejects.toMatchObject(refusedWith('file_not_found'));
    const uploads = ['front', 'back', 'selfie', 'front', 'selfie'].map((kind) => uploadKycFile(florin, member, kind));
    await Promise.all(uploads);
    expect((await filesOf(member)).map(({ kind }) => kind)).toEqual(['front', 'back', 'selfie']);
  });

  test('the owner can delete an uploaded file', async () => {
    const member = await florin.signUp();
    const { id } = await uploadKycFile(florin, member, 'selfie');
    await member.client.call(endpoints.removeKycFile, { params: { id } });
    expect(await filesOf(member)).toEqual([]);
    await expect(member.client.call(endpoints.removeKycFile, { params: { id } })).rejects.toMatchObject(
      refusedWith('file_not_found'),
    );
  });

  test('a member cannot read or delete another member’s file', async () => {
    const mallory = await florin.signUp();
    const { id } = await uploadKycFile(florin, ines, 'front');
    await expect(contentOf(mallory, id)).rejects.toMatchObject(refusedWith('file_not_found'));
    await expect(mallory.client.call(endpoints.removeKycFile, { params: { id } })).rejects.toMatchObject(
      refusedWith('file_not_found'),
    );
    expect((await contentOf(ines, id)).bytes.length).toBeGreaterThan(0);
  });

  test('an upload that arrives while the account closes stores no file and creates no key', async () => {
    const closing = await florin.signUp();
    const member = await findMember(florin.database.pool, closing.user.email);
    if (!member) throw new Error('missing test member');
    const content = await picture();
    const uploading = receiveUpload(florin.app.dependencies, member, async () => {
      await closing.client.call(endpoints.closeAccount, { body: { current_password: closing.password } });
      return { fields: { kind: 'front' }, name: 'front.jpg', stream: Readable.from([content]) };
    });
    await expect(uploading).rejects.toMatchObject({ code: 'not_signed_in' });
    const { rows } = await florin.database.ownerPool.query(
      `select user_id from kyc_cases where user_id = $1 union all select user_id from kyc_files where user_id = $1
       union all select user_id from data_keys where user_id = $1`,
      [member.id],
    );
    expect(rows).toEqual([]);
  });

  test('a file name keeps only the last part of its path, without invisible characters', async () => {
    const name = '..\\..\\etc/pass\u202eport\u0007.jpg';
    expect(await uploadKycFile(florin, ines, 'front', { name })).toMatchObject({ name: 'passport.jpg' });
    const long = await uploadKycFile(florin, ines, 'front', { name: `${'n'.repeat(150)}.jpeg` });
    expect([long.name.length, long.name.endsWith('.jpeg')]).toEqual([120, true]);
  });
});

describe('an uploaded picture', () => {
  // Rules: security-33
  test('an uploaded picture is redrawn upright, without metadata and appended data', async () => {
    const taken = await sharp(await picture('jpeg', { width: 300, height: 200 }))
      .withExif({ IFD0: { Copyright: 'exif-canary' }, IFD3: { GPSLatitude: '38/1 42/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const polyglot = Buffer.concat([taken, Buffer.from('<script>trailer-canary</script>')]);
    expect(polyglot.includes('exif-canary')).toBe(true);
    const { id } = await uploadKycFile(florin, ines, 'front', { bytes: polyglot });
    const { bytes } = await contentOf(ines, id);
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 200, height: 300, exif: undefined });
    for (const canary of ['exif-canary', 'trailer-canary']) expect(bytes.includes(canary)).toBe(false);
  });

  test('a very large picture is scaled down to 4,000 pixels', async () => {
    const bytes = await picture('png', { width: 6_000, height: 20 });
    const { id } = await uploadKycFile(florin, ines, 'front', { name: 'wide.png', bytes });
    expect((await sharp((await contentOf(ines, id)).bytes).metadata()).width).toBe(4_000);
  });

  test('a picture that would grow beyond the size limit is stored as a JPG', async () => {
    const bytes = await fourColors(4_100, 1_000);
    expect(bytes.length).toBeLessThan(kycFileBytes / 2);
    const file = await uploadKycFile(florin, ines, 'front', { name: 'passport.png', bytes });
    expect(file).toMatchObject({ name: 'passport.png', type: 'image/jpeg' });
    expect(file.bytes).toBeLessThan(kycFileBytes);
    const kept = await contentOf(ines, file.id);
    expect(kept.headers.get('content-disposition')).toBe('attachment; filename="front.jpg"');
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 4_000 });
  });

  test('rejects a picture when too many others are waiting to be drawn', async () => {
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const drawn = Array.from({ length: 18 }, () => drawQueued(() => done));
    const bytes = await picture();
    const before = await filesOf(ines);
    await expect(uploadKycFile(florin, ines, 'selfie', { bytes })).rejects.toMatchObject(refusedWith('busy'));
    await expect(uploadFile(florin, ines, endpoints.setAvatar, { name: 'me.jpg', bytes })).rejects.toMatchObject(
      refusedWith('busy'),
    );
    expect(await filesOf(ines)).toEqual(before);
    finish();
    await Promise.all(drawn);
    await uploadFile(florin, ines, endpoints.setAvatar, { name: 'me.jpg', bytes });
  });
});

describe('a rejected file', () => {
  let mallory: TestMember;
  beforeAll(async () => {
    mallory = await florin.signUp();
  });

  const tooLarge = ['file_too_large', 'The file is larger than 5 MB.'] as const;
  const unknownType = ['file_not_accepted', 'This is not a JPG, PNG, HEIC or PDF file.'] as const;
  const damaged = ['image_not_accepted', 'The picture is damaged or not complete.'] as const;
  const brokenPdf = ['file_not_accepted', 'This PDF is damaged or incomplete.'] as const;
  const executable = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(300_000)]);
  const sixMegabytes = (start: Buffer) => Buffer.concat([start, Buffer.alloc(6 * 1024 * 1024)]);
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

  test.each([
    ['a file of 6 MB', 'front', 'passport.jpg', async () => sixMegabytes(await picture()), tooLarge],
    [
      'a file one byte over the limit',
      'front',
      'a.pdf',
      async () => Buffer.concat([pdf, Buffer.alloc(kycFileBytes)]),
      tooLarge,
    ],
    ['a renamed executable', 'front', 'passport.jpg', async () => executable, unknownType],
    ['a renamed executable of 6 MB', 'front', 'passport.jpg', async () => sixMegabytes(executable), tooLarge],
    ['a web page', 'front', 'passport.png', async () => Buffer.from('<html><script>1</script>'), unknownType],
    ['a drawing with scripts', 'front', 'passport.png', async () => Buffer.from('<svg onload="x"/>'), unknownType],
    ['an empty file', 'front', 'passport.jpg', async () => Buffer.alloc(0), unknownType],
    [
      'a GIF',
      'front',
      'passport.gif',
      async () =>
        sharp(await picture())
          .gif()
          .toBuffer(),
      unknownType,
    ],
    [
      'a selfie as a PDF',
      'selfie',
      'me.pdf',
      async () => pdf,
      ['file_not_accepted', 'A selfie is a picture: JPG, PNG or HEIC.'],
    ],
    ['half a HEIC photo', 'front', 'passport.heic', async () => half(heicPhoto), damaged],
    [
      'a HEIC photo without its pixels',
      'front',
      'passport.heic',
      async () => Buffer.concat([heicPhoto.subarray(0, -60), Buffer.alloc(60, 0xff)]),
      damaged,
    ],
    ['the first bytes of a HEIC photo', 'front', 'a.heic', async () => heicPhoto.subarray(0, 24), damaged],
    [
      'a HEIC photo that claims 100,000 by 100,000 pixels',
      'front',
      'passport.heic',
      async () => heicOfSize(100_000, 100_000),
      ['image_not_accepted', 'The picture has more than 40 million pixels.'],
    ],
    ['half a JPG', 'front', 'passport.jpg', async () => half(await picture('jpeg')), damaged],
    ['half a PNG', 'front', 'passport.png', async () => half(await picture('png')), damaged],
    ['a PDF without an end marker', 'front', 'passport.pdf', async () => pdf.subarray(0, -8), brokenPdf],
    [
      'a PDF that starts with other content',
      'front',
      'passport.pdf',
      async () => Buffer.concat([Buffer.from('MZ program'), pdf]),
      unknownType,
    ],
    [
      'a decompression bomb of 400 million pixels',
      'front',
      'passport.png',
      async () => pngHeader(20_000, 20_000),
      ['image_not_accepted', 'The picture has more than 40 million pixels.'],
    ],
    [
      'a decompression bomb slightly over 40 million pixels',
      'front',
      'passport.png',
      async () => pngHeader(8_000, 5_001),
      ['image_not_accepted', 'The picture has more than 40 million pixels.'],
    ],
  ] as const)('rejects %s with a clear error and stores nothing', async (_, kind, name, make, [code, detail]) => {
    const sending = uploadKycFile(florin, mallory, kind, { name, bytes: await make() });
    await expect(sending).rejects.toMatchObject(refusedWith(code, { detail }));
    const { rows } = await florin.database.ownerPool.query('select from kyc_files where user_id = $1', [
      mallory.user.id,
    ]);
    expect(rows).toEqual([]);
  });

  test.each([{ fields: {} }, { fields: { kind: 'passport' } }])(
    'rejects a file without a valid kind: %s',
    async (sending) => {
      const bytes = await picture();
      await expect(
        uploadFile(florin, ines, endpoints.uploadKycFile, { ...sending, name: 'a.jpg', bytes }),
      ).rejects.toMatchObject(refusedWith('invalid_request', { fields: { kind: expect.any(String) } }));
    },
  );
});
