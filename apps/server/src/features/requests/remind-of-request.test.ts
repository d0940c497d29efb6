import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askForMoney, cancel, letTimePass, mailsTo, read, remind } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
afterAll(() => florin.close());

const dayInHours = 24;
const tooOften = refusedWith('reminded_enough');

describe('reminding', () => {
  test('mails at most three reminders of a request, a day apart', async () => {
    const [hana, ines] = [await florin.signUp('Hana'), await florin.confirm(await florin.signUp())];
    const asked = await askForMoney(hana, ines);
    for (let reminders = 1; reminders <= 3; reminders++) {
      await expect(remind(hana, asked)).rejects.toMatchObject(tooOften);
      await letTimePass(florin, asked, dayInHours);
      expect(await read(hana, asked)).toMatchObject({ can_remind: true });
      expect(await read(ines, asked)).toMatchObject({ can_remind: false });
      expect(await remind(hana, asked)).toMatchObject({ reminders, can_remind: false });
    }
    await letTimePass(florin, asked, dayInHours);
    await expect(remind(hana, asked)).rejects.toMatchObject({ ...tooOften, message: expect.stringContaining('3 ') });
    const subjects = (await mailsTo(florin, ines.user.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === 'Reminder: Hana requested $24.00')).toHaveLength(3);
  });

  test('mails one reminder of a request under concurrent calls', async () => {
    const [hana, ines] = [await florin.signUp(), await florin.confirm(await florin.signUp())];
    const asked = await askForMoney(hana, ines);
    await letTimePass(florin, asked, dayInHours);
    const before = (await mailsTo(florin, ines.user.email)).length;
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => remind(hana, asked)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await mailsTo(florin, ines.user.email)).toHaveLength(before + 1);
  });

  test('rejects a reminder for a link, because it has no recipient', async () => {
    const hana = await florin.signUp();
    const asked = await askForMoney(hana, undefined);
    await letTimePass(florin, asked, dayInHours);
    await expect(remind(hana, asked)).rejects.toMatchObject(tooOften);
  });

  test('only the requester can send a reminder, and only for an open request', async () => {
    const [hana, ines, mallory] = [
      await florin.signUp(),
      await florin.confirm(await florin.signUp()),
      await florin.signUp(),
    ];
    const asked = await askForMoney(hana, ines);
    await letTimePass(florin, asked, dayInHours);
    for (const other of [ines, mallory])
      await expect(remind(other, asked)).rejects.toMatchObject(refusedWith('not_found'));
    await cancel(hana, asked);
    await expect(remind(hana, asked)).rejects.toMatchObject(refusedWith('request_not_open'));
    const expired = await askForMoney(hana, ines);
    await letTimePass(florin, expired, 30 * dayInHours);
    await expect(remind(hana, expired)).rejects.toMatchObject(refusedWith('request_not_open'));
  });
});
