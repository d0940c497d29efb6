import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCsv } from './read-csv.ts';
import { readPdf } from './read-pdf.ts';
import { createTestApp, type TestApp } from './test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

test.each(['Pizza 🍕 ₿0.1', '👨‍👩‍👧‍👦 🏳️‍🌈 🇵🇹 1️⃣ 👍🏽 ❤️ 🏴󠁧󠁢󠁳󠁣󠁴󠁿', '午餐费', 'चाय क्षत्रिय', 'ค่ากาแฟ'])(
  'the note %j is unchanged in the history, the export, the receipt, the statement and a mail',
  async (note) => {
    const [ines, jonas] = [await florin.signUpWith('50.00'), await florin.signUp('王小明 Дмитрий')];
    const body = { recipient_email: jonas.user.email, amount: '1.00', note };
    const { id, date } = await ines.client.call(endpoints.sendMoney, { body });
    expect(await jonas.client.call(endpoints.listTransactions, { query: {} })).toMatchObject([{ note }]);

    const csv = await (await ines.client.open(endpoints.exportTransactions, { query: {} })).text();
    expect(readCsv(csv).map((row) => row['note'])).toContain(note);

    const pdf = async (answer: Promise<Response>) => readPdf(Buffer.from(await (await answer).arrayBuffer()));
    const receipt = await pdf(ines.client.open(endpoints.getReceipt, { params: { id } }));
    const statement = await pdf(
      ines.client.open(endpoints.getStatement, { params: { wallet: 'USD', month: date.slice(0, 7) } }),
    );
    for (const shown of [receipt, statement]) {
      expect(shown.some(({ text }) => text.includes(note))).toBe(true);
      expect(shown.some(({ text }) => text.includes('王小明 Дмитрий'))).toBe(true);
      expect(shown.flatMap(({ glyphs }) => glyphs)).not.toContain(0);
    }

    await ines.client.call(endpoints.requestMoney, { body: { ...body, currency: 'USD' } });
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: jonas.user.email } });
    expect(mails.some(({ text }) => text.includes(note))).toBe(true);
  },
);
