import { endpoints, type BodyOf, type Endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ PUBLIC_URL: 'https://florin.example' });
});
afterAll(() => florin.close());

const share = ({ client }: TestMember, body: BodyOf<Endpoints['sharePaymentLink']>) =>
  client.call(endpoints.sharePaymentLink, { body });

describe('sharing a payment link', () => {
  test('mails the payment link with its amount and note', async () => {
    const ines = await florin.signUp('Ines');
    await share(ines, { email: 'a@elsewhere.example', amount: '25', currency: 'EUR', note: 'Lunch & more' });
    const page = `https://florin.example/pay/${ines.user.email}`;
    const [mail] = await mailsTo(florin, 'a@elsewhere.example');
    expect(mail).toMatchObject({
      subject: 'How to pay Ines',
      link: `${page}?amount=25.00&currency=EUR&note=Lunch+%26+more`,
    });
    expect(mail?.body).toContain('€25.00');
    expect(mail?.body).toContain('Lunch & more');

    await share(ines, { email: 'b@elsewhere.example' });
    expect(await mailsTo(florin, 'b@elsewhere.example')).toMatchObject([{ link: page }]);
  });

  test('rejects sharing a link with an invalid amount', async () => {
    const ines = await florin.signUp();
    await expect(share(ines, { email: 'c@elsewhere.example', amount: '1.001' })).rejects.toMatchObject(
      refusedWith('invalid_amount'),
    );
    expect(await mailsTo(florin, 'c@elsewhere.example')).toEqual([]);
  });

  test('shares a payment link 20 times a day', async () => {
    const ines = await florin.signUp();
    for (let i = 0; i < 20; i++) await share(ines, { email: 'd@elsewhere.example' });
    await expect(share(ines, { email: 'd@elsewhere.example' })).rejects.toMatchObject(refusedWith('too_many_requests'));
    expect(await mailsTo(florin, 'd@elsewhere.example')).toHaveLength(20);
    await florin.database.ownerPool.query('update use_counts set counted_until = now()');
    await share(ines, { email: 'd@elsewhere.example' });
  });
});
