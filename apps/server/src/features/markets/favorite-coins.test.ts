import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let ines: TestMember;
let hana: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [ines, hana] = [await florin.signUp('Ines'), await florin.signUp('Hana')];
});
afterAll(() => florin.close());

const favorites = (member: TestMember) => member.client.call(endpoints.listFavoriteCoins);
const add = (member: TestMember, symbol: string) =>
  member.client.call(endpoints.addFavoriteCoin, { params: { symbol } });
const remove = (member: TestMember, symbol: string) =>
  member.client.call(endpoints.removeFavoriteCoin, { params: { symbol } });

test('adds and removes favorite coins per member, each once', async () => {
  expect(await favorites(ines)).toEqual([]);
  await add(ines, 'ETH');
  await add(ines, 'btc');
  await Promise.all([add(ines, 'BTC'), add(ines, 'BTC')]);
  await add(hana, 'SOL');
  expect([await favorites(ines), await favorites(hana)]).toEqual([['BTC', 'ETH'], ['SOL']]);
  await remove(hana, 'BTC');
  await remove(ines, 'BTC');
  await remove(ines, 'BTC');
  expect([await favorites(ines), await favorites(hana)]).toEqual([['ETH'], ['SOL']]);
});

test('rejects an unknown coin as favorite and ignores its removal', async () => {
  await expect(add(ines, 'NOPE')).rejects.toMatchObject(refusedWith('coin_not_found'));
  await remove(ines, 'NOPE');
  expect(await favorites(ines)).not.toContain('NOPE');
});
