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

describe('refused as what cannot be read, with nothing kept:', () => {
  test.each([
    ['an upload that breaks off in the file', `${kind}${part}name="file"; filename="a.jpg"\r\n\r\nabc`],
    ['an upload of nonsense', 'nonsense'],
    ['an upload without a file', `${kind}${end}`],
    ['a field that is called as something all objects have', `${part}name="constructor"\r\n\r\nfront\r\n${end}`],
    [
      'a file that is called as something all objects have',
      `${kind}${part}name="toString"; filename="a.jpg"\r\n\r\nabc\r\n${end}`,
    ],
    [
      'a field that says it is JSON and is not',
      `${part}name="kind"\r\ncontent-type: application/json\r\n\r\n{front\r\n${end}`,
    ],
  ])('%s', async (_, payload) => {
    expect(await send(payload)).toEqual({ status: 400, code: 'malformed_body' });
    expect((await ines.client.call(endpoints.getKycDraft)).files).toEqual([]);
  });
});

test('a file without a name is one of no name, which is refused by whoever asks for one', async () => {
  const nameless = `${kind}${part}name="file"\r\ncontent-type: application/octet-stream\r\n\r\nabc\r\n${end}`;
  expect(await send(nameless)).toEqual({ status: 422, code: 'file_not_accepted' });
});

test('what is no upload is refused by its type', async () => {
  await expect(ines.client.call(endpoints.uploadKycFile)).rejects.toMatchObject(refusedWith('unsupported_media_type'));
});
