import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.resetModules();
  document.documentElement.dataset['brand'] = 'Acme "Pay"';
});
afterEach(() => delete document.documentElement.dataset['brand']);

test('the help topics name the brand of the page and leave no placeholder', async () => {
  const { configuredTopics } = await import('./configured-topics.ts');
  const text = JSON.stringify(configuredTopics);
  expect(text).toContain(JSON.stringify('What does Acme "Pay" cost?').slice(1, -1));
  expect(text).not.toMatch(/Florin|\{\{/);
});
