import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForMoney, decline, mailsTo } from '../../../../test/ask-for-money.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { notifyNews } from './notify-news.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

test("sends a notification for a change after the database's clock was ahead", async () => {
  const sendNews = () => notifyNews({ ...florin.app.dependencies, publicUrl: 'https://florin.example' });
  const confirmed = async (name: string) => florin.confirm(await florin.signUp(name));
  const [hana, ines] = [await confirmed('Hana'), await confirmed('Ines')];
  const asked = await askForMoney(hana, ines, '24.00');
  await sendNews();
  await florin.database.ownerPool.query(`update news_polls set changed_since = now() + interval '1 year'`);
  await decline(ines, asked);
  await sendNews();
  await sendNews();
  expect((await mailsTo(florin, hana.user.email)).map(({ subject }) => subject)).toContain(
    `${ines.user.email} declined your request for $24.00`,
  );
});
