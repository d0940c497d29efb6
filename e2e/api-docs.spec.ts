import { endpoints } from '@florin/contract';
import { expect, test } from './product.ts';

/** The calls of the specification (rule api-3). */
const specified = [
  'POST /auth/signup',
  'POST /auth/login',
  'GET /auth/me',
  'POST /transactions/send',
  'GET /transactions',
  'GET /crypto/list',
  'GET /crypto/portfolio',
  'POST /crypto/buy',
  'POST /crypto/sell',
  'GET /kyc/status',
  'POST /kyc/submit',
];

type Document = {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
};

// Rules: api-3
test('the OpenAPI document has every call of the specification and every mounted endpoint', async ({ request }) => {
  const answer = await request.get('/api/openapi.json');
  expect(answer.headers()['content-type']).toContain('application/json');
  const document: Document = await answer.json();
  expect(document.openapi).toBe('3.1.0');
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described).toEqual(expect.arrayContaining(specified));
  const mounted = Object.values(endpoints).map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, (_, name: string) => `{${name}}`)}`,
  );
  expect(described.toSorted()).toEqual(mounted.toSorted());
});

test('the API page shows every operation without policy violations', async ({ page }) => {
  await page.goto('/api/docs');
  for (const { path } of Object.values(endpoints).slice(0, 3)) {
    await expect(page.getByText(`${path}`, { exact: true }).first()).toBeVisible();
  }
  await page.setViewportSize({ width: 1280, height: 6_000 });
  const shown = new Set<string>();
  // Swagger renders only the visible part of a long list. Scrolling can skip a part that is not yet drawn, so the
  // search starts again at the top.
  const scrollOn = async () => {
    for (const id of await page.locator('.opblock').evaluateAll((all) => all.map((each) => each.id))) shown.add(id);
    await page.evaluate(() => {
      const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1;
      scrollTo(0, atEnd ? 0 : scrollY + innerHeight / 2);
    });
    return shown.size;
  };
  // Swagger takes long to draw that many operations.
  await expect.poll(scrollOn, { intervals: [50], timeout: 60_000 }).toBe(Object.keys(endpoints).length);
  await page.evaluate(() => scrollTo(0, 0));
  await page
    .getByRole('button', { name: /\/auth\/login/ })
    .first()
    .click();
  await expect(page.getByText('Open a session').first()).toBeVisible();
});
