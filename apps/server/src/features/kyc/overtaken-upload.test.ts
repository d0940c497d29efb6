import { Readable } from 'node:stream';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actingClient, openBusiness, uploadDocument } from '../../../test/business.ts';
import { picture, uploadKycFile } from '../../../test/kyc.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { uploadFile as receiveDocument } from '../businesses/files.ts';
import { findMember } from '../identity/index.ts';
import { uploadFile as receiveUpload } from './upload-file.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

/** A file whose scan lasts until the test ends the scan. */
async function slowFile(kind: string) {
  const [scanning, passing] = [Promise.withResolvers<void>(), Promise.withResolvers<undefined>()];
  const content = await picture();
  const fileScan = () => {
    scanning.resolve();
    return passing.promise;
  };
  return {
    dependencies: { ...florin.app.dependencies, fileScan },
    receive: async () => ({ fields: { kind }, name: 'slow.jpg', stream: Readable.from([content]) }),
    isScanned: scanning.promise,
    pass: () => passing.resolve(undefined),
  };
}

test('the latest photo of a document stays, even if an earlier photo takes longer', async () => {
  const ines = await florin.signUp();
  const member = await findMember(florin.database.pool, ines.user.email);
  if (!member) throw new Error('missing test member');
  const { dependencies, receive, isScanned, pass } = await slowFile('front');
  const first = receiveUpload(dependencies, member, receive);
  await isScanned;
  const second = await uploadKycFile(florin, ines, 'front', { name: 'second.jpg' });
  pass();
  expect(await first).toMatchObject({ kind: 'front', name: 'slow.jpg' });
  expect((await ines.client.call(endpoints.getKycDraft)).files).toEqual([second]);
  const third = await uploadKycFile(florin, ines, 'front', { name: 'third.jpg' });
  expect((await ines.client.call(endpoints.getKycDraft)).files).toEqual([third]);
});

test('the latest document of a business stays, even if an earlier document takes longer', async () => {
  const ines = await florin.signUp();
  const { id, handle } = await openBusiness(florin, ines);
  const { dependencies, receive, isScanned, pass } = await slowFile('registration');
  const first = receiveDocument(dependencies, { id }, receive);
  await isScanned;
  await uploadDocument(florin, ines, handle);
  pass();
  expect(await first).toMatchObject({ kind: 'registration', name: 'slow.jpg' });
  const { files } = await actingClient(florin, ines.token, handle).call(endpoints.getBusiness);
  expect(files.map(({ name }) => name)).toEqual(['registration.jpg']);
});
