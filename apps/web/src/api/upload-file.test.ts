import { CallRefused, endpoints } from '@florin/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { FakeUpload } from '../../test/fake-upload.ts';
import { storedToken, storeSession } from './stored-session.ts';
import { uploadFile } from './upload-file.ts';

const photo = new File(['picture'], 'photo.jpg', { type: 'image/jpeg' });
const kept = {
  id: 'f1',
  kind: 'front',
  name: 'photo.jpg',
  type: 'image/jpeg',
  bytes: 7,
  added_at: '2026-10-24T09:12:00.000Z',
};
const refusal = (code: string, detail: string) => JSON.stringify({ code, detail, request_id: 'r' });

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  storeSession({ token: 'a-token', user: ines });
});
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
});

function begin(signal?: AbortSignal) {
  const progress: number[] = [];
  const upload = uploadFile({
    endpoint: endpoints.uploadKycFile,
    fields: { kind: 'front' },
    file: photo,
    onProgress: (sent) => progress.push(sent),
    ...(signal && { signal }),
  });
  return { upload, progress };
}

test('uploadFile sends the token and the fields before the file and reports progress', async () => {
  const { upload, progress } = begin();
  const [request] = FakeUpload.all;
  expect(request?.to).toBe('POST /api/kyc/documents');
  expect(request?.headers.get('authorization')).toBe('Bearer a-token');
  expect(request?.headers.get('content-type')).toBeNull();
  expect([...(request?.body?.entries() ?? [])]).toEqual([
    ['kind', 'front'],
    ['file', photo],
  ]);
  request?.emitProgress(1, 4);
  request?.emitProgress(4, 4);
  request?.answer(200, JSON.stringify(kept));
  await expect(upload).resolves.toEqual(kept);
  expect(progress).toEqual([0.25, 1]);
});

test('a rejected upload throws CallRefused', async () => {
  const { upload } = begin();
  FakeUpload.all[0]?.answer(422, refusal('image_not_accepted', 'The picture is damaged or not complete.'));
  const error: unknown = await upload.catch((refused: unknown) => refused);
  expect(error).toBeInstanceOf(CallRefused);
  expect(error).toMatchObject({ status: 422, body: { detail: 'The picture is damaged or not complete.' } });
});

test('a 401 to an upload ends the session', async () => {
  const { upload } = begin();
  FakeUpload.all[0]?.answer(401, refusal('not_signed_in', 'Please sign in.'));
  await expect(upload).rejects.toBeInstanceOf(CallRefused);
  expect(storedToken()).toBeNull();
});

test('an upload to an unreachable server throws a TypeError', async () => {
  const { upload } = begin();
  FakeUpload.all[0]?.dispatchEvent(new Event('error'));
  await expect(upload).rejects.toBeInstanceOf(TypeError);
});

test('aborting an upload throws an AbortError', async () => {
  const stop = new AbortController();
  const { upload } = begin(stop.signal);
  stop.abort();
  await expect(upload).rejects.toMatchObject({ name: 'AbortError' });
});
