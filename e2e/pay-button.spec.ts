import { createServer, type Server } from 'node:http';
import { endpoints } from '@florin/contract';
import { expect, test } from './product.ts';

/** Serves a page of another website. The page's policy allows only scripts of the product. */
async function serveShop(product: string, body: string): Promise<{ server: Server; url: string }> {
  const server = createServer((_, response) => {
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; script-src ${product}`,
      })
      .end(`<!doctype html><html lang="en"><title>Shop</title><body>${body}</body></html>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return { server, url: `http://127.0.0.1:${address.port}/` };
}

test('a button on another website leads to an invoice, by keyboard and in dark mode, and nowhere else', async ({
  page,
  newMember,
  baseURL,
}) => {
  const product = new URL(baseURL ?? '').origin;
  const issuer = await newMember({ name: 'Hana Sato', confirmed: true });
  const { id } = await issuer.api.call(endpoints.createInvoice, {
    body: {
      currency: 'USD',
      customer: { name: 'Acme Ltd', address: [] },
      lines: [{ description: 'Consulting', quantity: '1', unit_price: '50.00', tax_rate: '0' }],
      due_on: new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10),
    },
  });
  const { link } = await issuer.api.call(endpoints.issueInvoice, { params: { id }, body: { mail: false } });
  const path = new URL(link ?? '').pathname;
  const { server, url } = await serveShop(
    product,
    `<script src="${product}/pay-with-florin.js" async></script>
     <florin-pay href="${product}${path}"></florin-pay>
     <florin-pay href="https://evil.example/i/x">Elsewhere</florin-pay>
     <florin-pay href="javascript:alert(1)">Script</florin-pay>
     <florin-pay href="${product}/login?back=//evil.example">Other page</florin-pay>`,
  );
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text()) && !message.text().includes('favicon'))
      blocked.push(message.text());
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(url);
  const button = page.getByRole('link', { name: 'Pay with Florin' });
  await expect(button).toHaveAttribute('href', product + path);
  for (const name of ['Elsewhere', 'Script', 'Other page'])
    await expect(page.getByRole('link', { name, disabled: true })).not.toHaveAttribute('href', /./);
  const background = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await background()).toBe('rgb(11, 66, 49)');
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await background()).toBe('rgb(47, 143, 102)');
  await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Pay this invoice' })).toBeVisible();
  expect(new URL(page.url()).origin + new URL(page.url()).pathname).toBe(product + path);
  expect(blocked).toEqual([]);
  server.close();
});
