import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  ines = await florin.signUp();
});
afterAll(() => florin.close());

const part = '--x\r\ncontent-disposition: form-data; ';
const kind = `${part}name="kind"\r\n\r\nfront\r\n`;
const end = '--x--\r\n';

async function send(payload: string) {
  const headers = { authorization: `Bearer ${ines.token}`, 'content-type': 'multipart/form-data; boundary=x' };
  const answer = await florin.app.http.inject({ method: 'POST', url: '/api/kyc/documents', headers, payload });
  return { status: answer.statusCode, code: answer.json<{ code?: string }>().code };
}

describe('a malformed upload', () => {
  test.each([
    ['an upload that ends within the file', `${kind}${part}name="file"; filename="a.jpg"\r\n\r\nabc`],
    ['an upload of nonsense', 'nonsense'],
    ['an upload without a file', `${kind}${end}`],
    ['a field named constructor', `${part}name="constructor"\r\n\r\nfront\r\n${end}`],
    ['a file field named toString', `${kind}${part}name="toString"; filename="a.jpg"\r\n\r\nabc\r\n${end}`],
    ['a field with invalid JSON', `${part}name="kind"\r\ncontent-type: application/json\r\n\r\n{front\r\n${end}`],
  ])('the upload endpoint rejects %s and stores nothing', async (_, payload) => {
    expect(await send(payload)).toEqual({ status: 400, code: 'malformed_body' });
    expect((await ines.client.call(endpoints.getKycDraft)).files).toEqual([]);
  });
});

test('rejects a file without a name where the endpoint needs a name', async () => {
  const nameless = `${kind}${part}name="file"\r\ncontent-type: application/octet-stream\r\n\r\nabc\r\n${end}`;
  expect(await send(nameless)).toEqual({ status: 422, code: 'file_not_accepted' });
});

test('rejects a request that is not an upload by its content type', async () => {
  await expect(ines.client.call(endpoints.uploadKycFile)).rejects.toMatchObject(refusedWith('unsupported_media_type'));
});
