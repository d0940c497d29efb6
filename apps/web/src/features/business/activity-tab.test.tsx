import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { ActivityTab } from './activity-tab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const actOf = (id: number) => ({
  id: String(id),
  who: 'Ines Almeida',
  did: 'Opened the business',
  about: '',
  at: new Date().toISOString(),
});

function show(count: number) {
  const acts = Array.from({ length: count }, (_, at) => actOf(at + 1));
  vi.stubGlobal('fetch', async () => Response.json(acts));
  renderScreen(ActivityTab, { at: '/business', route: '/business' });
}

test('the activity tab writes times like the history, and mentions its limit only when it is reached', async () => {
  show(1);
  expect((await screen.findByRole('time')).textContent).toMatch(/^Today, \d\d:\d\d$/);
  expect(screen.queryByText(/^The latest/)).toBeNull();
});

test('the activity tab says that it lists only the latest 200 acts', async () => {
  show(200);
  expect(await screen.findByText('The latest 200')).toBeDefined();
});
