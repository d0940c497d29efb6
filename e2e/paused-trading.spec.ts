import { createServer } from 'node:http';
import { CallRefused, endpoints, usdBalanceMethodId } from '@florin/contract';
import { buy } from './members.ts';
import { portOf, startOwnProduct, type OwnProduct } from './own-product.ts';
import { expect, test as base } from './product.ts';
import { markDocument, toast } from './screen.ts';

const maxAgeSeconds = 6;

/** A price source, and the product that reads it. */
type LiveMarket = OwnProduct & {
  /** The product's name for the source. */
  readonly name: string;
  /** Makes the source repeat its last answer. */
  readonly freeze: () => void;
  readonly thaw: () => void;
};

async function start(): Promise<LiveMarket> {
  const prices = openPrices();
  const name = `127.0.0.1:${await portOf(prices.server)}`;
  const product = await startOwnProduct({
    PRICE_FEED: `http://${name}/`,
    PRICE_FEED_SECONDS: '1',
    PRICE_MAX_AGE_SECONDS: String(maxAgeSeconds),
  });
  return {
    origin: product.origin,
    name,
    freeze: prices.freeze,
    thaw: prices.thaw,
    stop: async () => {
      await product.stop();
      prices.server.closeAllConnections();
      prices.server.close();
    },
  };
}

const test = base.extend<{ market: LiveMarket }>({
  market: [async ({ products }, use) => use(await products.use(start)), { timeout: 180_000 }],
  baseURL: async ({ market }, use) => use(market.origin),
});

// Rules: buy-27
test('trading pauses when prices become stale and resumes with fresh ones', async ({
  page,
  market,
  newMember,
  open,
}) => {
  const member = await newMember({ funds: { USD: '200.00' } });
  await buy(member, 'BTC', '10.00');
  await open(page, member, '/buy-crypto?coin=BTC');
  const coins = page.getByRole('region', { name: 'Cryptocurrencies' });
  await expect(coins).toContainText(`Prices from ${market.name}, updated just now`);
  const paused = page.getByRole('status').filter({ hasText: 'Trading is paused' });
  await expect(paused).toHaveCount(0);
  const document = await markDocument(page);

  market.freeze();
  await expect(paused).toContainText(
    new RegExp(`^Trading is paused: prices from ${market.name} are \\d+ seconds? old\\. Trading will resume\\.$`),
  );
  const button = page.getByRole('button', { name: 'Buy', exact: true });
  await expect(button).toBeDisabled();
  await expect(button).toHaveAccessibleDescription('Trading in Bitcoin is paused.');
  const sentence = 'Trading in Bitcoin is paused because its price is outdated. It resumes automatically.';
  const refusal = await member.api
    .call(endpoints.buyCoins, {
      body: { crypto_symbol: 'BTC', amount_usd: '10.00', payment_method_id: usdBalanceMethodId },
    })
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(CallRefused);
  expect(refusal).toMatchObject({ status: 409, body: { code: 'trading_paused', detail: sentence } });

  market.thaw();
  await expect(paused).toHaveCount(0);
  await page.getByLabel('Payment method').selectOption(usdBalanceMethodId);
  await page.getByRole('textbox', { name: 'Amount' }).fill('20');
  await button.click();
  await expect(toast(page, /^Successfully purchased 0\.\d+ BTC$/)).toBeVisible();
  await document.expectSame();
});

/** Serves prices of the coins that the demo accounts buy, slightly different in each answer. */
function openPrices() {
  const usdPerCoin = { BTC: 107_000, ETH: 2450, SOL: 150, LINK: 13.2 };
  let frozen: string | undefined;
  const answer = () => {
    const moved = (usd: number) => (usd * (1 + Math.random() / 1000)).toFixed(2);
    const time = new Date().toISOString();
    return JSON.stringify(Object.entries(usdPerCoin).map(([symbol, usd]) => ({ symbol, price: moved(usd), time })));
  };
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(frozen ?? answer());
  });
  return {
    server: server.listen(0, '127.0.0.1'),
    freeze: () => {
      frozen = answer();
    },
    thaw: () => {
      frozen = undefined;
    },
  };
}
