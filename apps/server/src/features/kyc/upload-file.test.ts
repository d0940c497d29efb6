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
import { drawInTurn } from '../../platform/draw-in-turn.ts';
import { findMember } from '../identity/index.ts';
import { uploadFile as takeIn } from './upload-file.ts';

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

/** A PNG that says so many pixels and has next to none. */
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

/** A HEIC photo whose header says so many pixels; it has those of a small one. */
function heicOfSize(width: number, height: number): Buffer {
  const photo = Buffer.from(heicPhoto);
  const size = photo.indexOf('ispe') + 8;
  photo.writeUInt32BE(width, size);
  photo.writeUInt32BE(height, size + 4);
  return photo;
}

/** A PNG of dots in four colours, which take two bits each until they are mixed. */
function fourColours(width: number, height: number): Promise<Buffer> {
  const colours = [0x2a66d1, 0xe8a33d, 0x14803c, 0xf2f2f2];
  const dots = randomFillSync(Buffer.alloc(width * height));
  const raw = Buffer.alloc(dots.length * 3);
  for (const [place, dot] of dots.entries()) raw.writeUIntBE(colours[dot % 4] ?? 0, place * 3, 3);
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .png({ palette: true, colours: 4, dither: 0 })
    .toBuffer();
}

describe('a file', () => {
  test.each([
    ['a JPG', 'passport.JPG', () => picture('jpeg'), 'image/jpeg'],
    ['a PNG', 'passport.png', () => picture('png'), 'image/png'],
    ['a PDF', 'passport.pdf', async () => pdf, 'application/pdf'],
  ])('that is %s is taken, listed and read by its owner', async (_, name, make, type) => {
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

  test('takes the place of an earlier one of its kind, which is gone', async () => {
    const member = await florin.signUp();
    const first = await uploadKycFile(florin, member, 'front');
    const second = await uploadKycFile(florin, member, 'front', { name: 'again.png', bytes: await picture('png') });
    expect(await filesOf(member)).toEqual([second]);
    await expect(contentOf(member, first.id)).rejects.toMatchObject(refusedWith('file_not_found'));
    const uploads = ['front', 'back', 'selfie', 'front', 'selfie'].map((kind) => uploadKycFile(florin, member, kind));
    await Promise.all(uploads);
    expect((await filesOf(member)).map(({ kind }) => kind)).toEqual(['front', 'back', 'selfie']);
  });

  test('is thrown away by its owner', async () => {
    const member = await florin.signUp();
    const { id } = await uploadKycFile(florin, member, 'selfie');
    await member.client.call(endpoints.removeKycFile, { params: { id } });
    expect(await filesOf(member)).toEqual([]);
    await expect(member.client.call(endpoints.removeKycFile, { params: { id } })).rejects.toMatchObject(
      refusedWith('file_not_found'),
    );
  });

  test('of somebody else is not there, neither to read nor to throw away', async () => {
    const mallory = await florin.signUp();
    const { id } = await uploadKycFile(florin, ines, 'front');
    await expect(contentOf(mallory, id)).rejects.toMatchObject(refusedWith('file_not_found'));
    await expect(mallory.client.call(endpoints.removeKycFile, { params: { id } })).rejects.toMatchObject(
      refusedWith('file_not_found'),
    );
    expect((await contentOf(ines, id)).bytes.length).toBeGreaterThan(0);
  });

  test('that arrives while the account is closed is not kept, and no key is made for it', async () => {
    const leaver = await florin.signUp();
    const member = await findMember(florin.database.pool, leaver.user.email);
    if (!member) throw new Error('nobody signed up');
    const content = await picture();
    const arriving = takeIn(florin.app.dependencies, member, async () => {
      await leaver.client.call(endpoints.closeAccount, { body: { current_password: leaver.password } });
      return { fields: { kind: 'front' }, name: 'front.jpg', stream: Readable.from([content]) };
    });
    await expect(arriving).rejects.toMatchObject({ code: 'not_signed_in' });
    const { rows } = await florin.database.ownerPool.query(
      `select user_id from kyc_cases where user_id = $1 union all select user_id from kyc_files where user_id = $1
       union all select user_id from data_keys where user_id = $1`,
      [member.id],
    );
    expect(rows).toEqual([]);
  });

  test('keeps the last part of a name that is a path, without what cannot be seen', async () => {
    const name = '..\\..\\etc/pass\u202eport\u0007.jpg';
    expect(await uploadKycFile(florin, ines, 'front', { name })).toMatchObject({ name: 'passport.jpg' });
    const long = await uploadKycFile(florin, ines, 'front', { name: `${'n'.repeat(150)}.jpeg` });
    expect([long.name.length, long.name.endsWith('.jpeg')]).toEqual([120, true]);
  });
});

describe('a picture', () => {
  // Rules: security-33
  test('is drawn anew, upright, without what the camera wrote into it and what hung on behind it', async () => {
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

  test('that is very large is kept as large as it has to be to be read', async () => {
    const bytes = await picture('png', { width: 6_000, height: 20 });
    const { id } = await uploadKycFile(florin, ines, 'front', { name: 'wide.png', bytes });
    expect((await sharp((await contentOf(ines, id)).bytes).metadata()).width).toBe(4_000);
  });

  test('that would grow beyond what may be sent is kept as a JPG', async () => {
    const bytes = await fourColours(4_100, 1_000);
    expect(bytes.length).toBeLessThan(kycFileBytes / 2);
    const file = await uploadKycFile(florin, ines, 'front', { name: 'passport.png', bytes });
    expect(file).toMatchObject({ name: 'passport.png', type: 'image/jpeg' });
    expect(file.bytes).toBeLessThan(kycFileBytes);
    const kept = await contentOf(ines, file.id);
    expect(kept.headers.get('content-disposition')).toBe('attachment; filename="front.jpg"');
    expect(await sharp(kept.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 4_000 });
  });

  test('waits its turn while two others are drawn, and is turned away when too many wait', async () => {
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    const drawn = Array.from({ length: 18 }, () => drawInTurn(() => done));
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

describe('refused, in words that help, with nothing kept:', () => {
  let mallory: TestMember;
  beforeAll(async () => {
    mallory = await florin.signUp();
  });

  const tooLarge = ['file_too_large', 'The file is larger than 5 MB.'] as const;
  const noSuchType = ['file_not_accepted', 'This is not a JPG, PNG, HEIC or PDF file.'] as const;
  const damaged = ['image_not_accepted', 'The picture is damaged or not complete.'] as const;
  const brokenPdf = ['file_not_accepted', 'This PDF is damaged or not complete.'] as const;
  const executable = Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(300_000)]);
  const sixMegabytes = (start: Buffer) => Buffer.concat([start, Buffer.alloc(6 * 1024 * 1024)]);
  const half = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

  test.each([
    ['a file of 6 MB', 'front', 'passport.jpg', async () => sixMegabytes(await picture()), tooLarge],
    ['a byte too many', 'front', 'a.pdf', async () => Buffer.concat([pdf, Buffer.alloc(kycFileBytes)]), tooLarge],
    ['a renamed executable', 'front', 'passport.jpg', async () => executable, noSuchType],
    ['a renamed executable of 6 MB', 'front', 'passport.jpg', async () => sixMegabytes(executable), tooLarge],
    ['a web page', 'front', 'passport.png', async () => Buffer.from('<html><script>1</script>'), noSuchType],
    ['a drawing with scripts', 'front', 'passport.png', async () => Buffer.from('<svg onload="x"/>'), noSuchType],
    ['nothing at all', 'front', 'passport.jpg', async () => Buffer.alloc(0), noSuchType],
    [
      'a GIF',
      'front',
      'passport.gif',
      async () =>
        sharp(await picture())
          .gif()
          .toBuffer(),
      noSuchType,
    ],
    [
      'a selfie on paper',
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
    ['the beginning of a HEIC photo', 'front', 'a.heic', async () => heicPhoto.subarray(0, 24), damaged],
    [
      'a HEIC photo that says it is a hundred thousand pixels wide and high',
      'front',
      'passport.heic',
      async () => heicOfSize(100_000, 100_000),
      ['image_not_accepted', 'The picture has more than 40 million pixels.'],
    ],
    ['half a JPG', 'front', 'passport.jpg', async () => half(await picture('jpeg')), damaged],
    ['half a PNG', 'front', 'passport.png', async () => half(await picture('png')), damaged],
    ['a PDF without an end', 'front', 'passport.pdf', async () => pdf.subarray(0, -8), brokenPdf],
    [
      'a PDF that begins with something else',
      'front',
      'passport.pdf',
      async () => Buffer.concat([Buffer.from('MZ program'), pdf]),
      noSuchType,
    ],
    [
      'a bomb of 400 million pixels in a thousand bytes',
      'front',
      'passport.png',
      async () => pngHeader(20_000, 20_000),
      ['image_not_accepted', 'The picture has more than 40 million pixels.'],
    ],
    [
      'a bomb of a few more than 40 million pixels',
      'front',
      'passport.png',
      async () => pngHeader(8_000, 5_001),
      ['image_not_accepted', 'The picture has more than 40 million pixels.'],
    ],
  ] as const)('%s', async (_, kind, name, make, [code, detail]) => {
    const sending = uploadKycFile(florin, mallory, kind, { name, bytes: await make() });
    await expect(sending).rejects.toMatchObject(refusedWith(code, { detail }));
    const { rows } = await florin.database.ownerPool.query('select from kyc_files where user_id = $1', [
      mallory.user.id,
    ]);
    expect(rows).toEqual([]);
  });

  test.each([{ fields: {} }, { fields: { kind: 'passport' } }])('a file of no kind: %s', async (sending) => {
    const bytes = await picture();
    await expect(
      uploadFile(florin, ines, endpoints.uploadKycFile, { ...sending, name: 'a.jpg', bytes }),
    ).rejects.toMatchObject(refusedWith('invalid_request', { fields: { kind: expect.any(String) } }));
  });
});
