import { randomFillSync } from 'node:crypto';
import { endpoints } from '@florin/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { heicPhoto } from '../../../../test/kyc.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { wholeScans } from '../../../../test/whole-scans.ts';
import { findAvatar } from './avatar.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

const me = (member: TestMember) => member.client.call(endpoints.me);

async function upload({ token }: TestMember, content: Buffer, name = 'me.jpg') {
  const boundary = 'a-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const answer = await florin.app.http.inject({
    method: 'PUT',
    url: '/api/auth/me/avatar',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: answer.statusCode, body: answer.json<{ code?: string; avatar?: string | null; detail?: string }>() };
}

const get = (avatar: string | null | undefined) => florin.app.http.inject({ method: 'GET', url: avatar ?? '' });

const photo = (width = 1200, height = 800) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6' } })
    .withExif({ IFD0: { Artist: 'planted-canary' }, IFD3: { GPSLatitude: '38/1 42/1 0/1' } })
    .jpeg()
    .toBuffer();

describe('an uploaded avatar', () => {
  // Rules: security-14
  test('an avatar is stored as a square WebP of 512 by 512 pixels without metadata', async () => {
    const ines = await florin.signUp();
    const { status, body } = await upload(ines, await photo());
    expect(status).toBe(200);
    expect(body.avatar).toMatch(/^\/api\/avatars\/[\da-f-]{36}$/);
    const { rawPayload, headers } = await get(body.avatar);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    });
    const { format, width, height, exif } = await sharp(rawPayload).metadata();
    expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 512, height: 512, exif: undefined });
    expect(rawPayload.includes('planted-canary')).toBe(false);
  });

  test('finding an avatar uses its primary key and scans no table', async () => {
    const { body } = await upload(await florin.signUp(), await photo());
    const id = body.avatar?.split('/').at(-1) ?? '';
    expect(await wholeScans(florin.database.ownerPool, 'avatars', (tx) => findAvatar(tx, id))).toBe(0);
  });

  test('an avatar can be a HEIC photo with any file name', async () => {
    for (const name of ['IMG_1.HEIC', '1000012345', 'me.jpg']) {
      const { status, body } = await upload(await florin.signUp(), heicPhoto, name);
      expect(status).toBe(200);
      expect(await sharp((await get(body.avatar)).rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512 });
    }
  });

  test('an avatar is turned upright', async () => {
    const ines = await florin.signUp();
    // The camera stored the red half at the top. Turned by 90 degrees it is on the right.
    const red = { create: { width: 600, height: 300, channels: 3 as const, background: '#f00' } };
    const lying = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#00f' } })
      .composite([{ input: red, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await upload(ines, lying);
    const { data } = await sharp((await get(body.avatar)).rawPayload)
      .extract({ left: 480, top: 240, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0], 'red').toBeGreaterThan(200);
  });

  test('a new avatar has a new id and deletes the old one', async () => {
    const ines = await florin.signUp();
    const first = (await upload(ines, await photo())).body.avatar;
    const second = (
      await upload(
        ines,
        await sharp(await photo())
          .png()
          .toBuffer(),
        'me.png',
      )
    ).body.avatar;
    expect(second).not.toBe(first);
    expect((await get(first)).statusCode).toBe(404);
    expect((await get(second)).statusCode).toBe(200);
    expect((await me(ines)).avatar).toBe(second);
  });

  test('contacts see a member’s avatar until the member removes it', async () => {
    const [ines, hana] = [await florin.signUp(), await florin.signUp()];
    const { avatar } = (await upload(ines, await photo())).body;
    await hana.client.call(endpoints.addContact, { body: { email: ines.user.email, name: 'Ines' } });
    expect(await hana.client.call(endpoints.listContacts)).toMatchObject([{ avatar }]);
    expect(await ines.client.call(endpoints.removeAvatar)).toMatchObject({ avatar: null });
    expect(await hana.client.call(endpoints.listContacts)).toMatchObject([{ avatar: null }]);
    expect((await get(avatar)).statusCode).toBe(404);
  });
});

describe('a rejected avatar', () => {
  test.each([
    [
      'a program named like a picture',
      async () => Buffer.concat([Buffer.from('MZ'), randomFillSync(Buffer.alloc(4_000))]),
    ],
    [
      'a drawing with scripts in it',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    ['a truncated HEIC photo', async () => heicPhoto.subarray(0, 300)],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n%%EOF\n')],
    ['a truncated picture', async () => (await photo(600, 600)).subarray(0, 900)],
    [
      'a picture of another format',
      async () =>
        sharp(await photo(60, 60))
          .gif()
          .toBuffer(),
    ],
    ['an empty file', async () => Buffer.alloc(0)],
    [
      'a small file of more than 40 megapixels',
      async () =>
        sharp({ create: { width: 6_400, height: 6_400, channels: 3, background: '#000' } })
          .png()
          .toBuffer(),
    ],
  ])('rejects %s as an avatar and stores nothing', async (_, content) => {
    const ines = await florin.signUp();
    const { status, body } = await upload(ines, await content());
    expect([status, body.code]).toEqual([422, 'image_not_accepted']);
    expect((await me(ines)).avatar).toBeNull();
    const { rows } = await florin.database.ownerPool.query('select from avatars where user_id = $1', [ines.user.id]);
    expect(rows).toEqual([]);
  });

  test('rejects an avatar larger than 5 MB', async () => {
    const ines = await florin.signUp();
    const { status, body } = await upload(ines, Buffer.concat([await photo(), Buffer.alloc(5 * 1024 * 1024)]));
    expect([status, body.code]).toEqual([413, 'file_too_large']);
    expect((await me(ines)).avatar).toBeNull();
  });

  test('answers not found for an unknown avatar', async () => {
    expect((await get('/api/avatars/00000000-0000-4000-8000-000000000000')).statusCode).toBe(404);
    expect((await get('/api/avatars/x')).statusCode).toBe(404);
  });
});

test('rejects the 51st avatar of a day', async () => {
  const limited = await createTestApp({ FLORIN_RATE_LIMITS: 'on' });
  const ines = await limited.signUp();
  await limited.database.ownerPool.query(
    `insert into use_counts (user_id, use, used, counted_until) values ($1, 'avatar', 50, now() + interval '1 hour')`,
    [ines.user.id],
  );
  const answer = await limited.app.http.inject({
    method: 'PUT',
    url: '/api/auth/me/avatar',
    headers: { authorization: `Bearer ${ines.token}`, 'content-type': 'multipart/form-data; boundary=x' },
    payload: '--x--\r\n',
  });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([429, 'too_many_requests']);
  await limited.close();
});
