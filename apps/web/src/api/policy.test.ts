import { defaultPolicy, type Configuration } from '@florin/contract';
import { amountOf, defaultFeeRates } from '@florin/money';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const plan = (name: 'personal' | 'pro' | 'business', price_exact: string, purchase_limit_exact: string | null) => ({
  name,
  title: name,
  price: Number(price_exact),
  price_exact,
  purchase_limit: purchase_limit_exact === null ? null : Number(purchase_limit_exact),
  purchase_limit_exact,
});

const configuration: Configuration = {
  mode: 'live',
  brand: { name: 'Acme Pay', support_email: 'help@acme.example', logo: '/icon.svg' },
  currencies: ['USD', 'EUR', 'GBP'],
  fees: { send: '1', buy: '0', sell: '12.5', exchange: '0.25' },
  plans: [plan('personal', '0.00', null), plan('pro', '3.00', '70.00'), plan('business', '9.00', null)],
  bounds: { deposit: { minimum: '5.00', maximum: '9.00' }, withdrawal: { minimum: '2.00', maximum: '8.00' } },
  kyc_limits: {
    0: { day: '1.00', month: '2.00' },
    1: { day: '3.00', month: '4.00' },
    2: { day: '5.00', month: '6.00' },
  },
  confirmation_thresholds: { second_factor: '7.00', second_operator: '0.00' },
  cards: true,
  texts: { imprint: true },
};

/** Adds a meta element of the page. */
function write(name: string, content: string) {
  const meta = document.createElement('meta');
  meta.name = name;
  meta.content = content;
  document.head.append(meta);
}

beforeEach(() => vi.resetModules());
afterEach(() => document.head.replaceChildren());

describe('the policy of a page', () => {
  test.each([['without settings'], ['with an empty configuration']])(
    'the policy of a page is the default %s',
    async (how) => {
      if (how !== 'without settings') write('florin-configuration', '');
      const [{ policy }, { fees }] = await Promise.all([import('./policy.ts'), import('./fees.ts')]);
      expect([policy, fees]).toEqual([defaultPolicy, defaultFeeRates]);
    },
  );

  test('the policy of a page is the configuration that the server wrote', async () => {
    write('florin-configuration', JSON.stringify(configuration));
    write('florin-fees', '100 0 1250 25');
    const { policy } = await import('./policy.ts');
    const usd = (units: bigint) => amountOf('USD', units);
    expect(policy).toEqual({
      fees: { send: 100n, buy: 0n, sell: 1_250n, exchange: 25n },
      plans: {
        personal: { price: usd(0n), purchaseLimit: null },
        pro: { price: usd(3_00n), purchaseLimit: usd(70_00n) },
        business: { price: usd(9_00n), purchaseLimit: null },
      },
      deposits: { minimum: '5.00', maximum: '9.00' },
      withdrawals: { minimum: '2.00', maximum: '8.00' },
      outflowLimits: { 0: { day: 100n, month: 200n }, 1: { day: 300n, month: 400n }, 2: { day: 500n, month: 600n } },
      thresholds: { secondFactor: usd(7_00n), secondOperator: usd(0n) },
    });
  });
});
