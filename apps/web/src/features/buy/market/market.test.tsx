import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coins, refusal, startBuyServer } from '../../../../test/buy-server.ts';
import { lostAnswers } from '../../../../test/lost-answers.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { BuyPage } from '../buy-page.tsx';

let server: ReturnType<typeof startBuyServer>;
const desktopWidth = innerWidth;

beforeEach(() => {
  server = startBuyServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
  innerWidth = desktopWidth;
});

const names = () => [...document.querySelectorAll('.coinLine .row-title')].map((each) => each.textContent);
const row = (name: RegExp) => screen.findByRole('button', { name });
const search = (words: string) => userEvent.type(screen.getByLabelText('Search by name or symbol'), words);
const star = (name: string) => screen.getByRole('button', { name: `Favorite ${name}` });
const isPressed = (button: HTMLElement) => button.getAttribute('aria-pressed') === 'true';

// Rules: buy-2, buy-3
test('searching finds a coin by name or symbol, and selecting it sets the URL', async () => {
  const { router } = renderScreen(BuyPage, { at: '/buy-crypto' });
  expect(await screen.findByText('Select a Cryptocurrency')).toBeDefined();
  expect((await row(/^Dogecoin/)).textContent).toBe('DogecoinDOGE$0.1523down 1.12%');
  await search('dog');
  await waitFor(() => expect(names()).toEqual(['Dogecoin']));
  await userEvent.click(await row(/^Dogecoin/));
  await waitFor(() => expect(router.state.location.search).toEqual({ coin: 'DOGE' }));
  expect(screen.getByRole('button', { name: /^Dogecoin/, pressed: true })).toBeDefined();
  expect(screen.getByRole('form', { name: 'Buy Dogecoin' })).toBeDefined();
});

test('a coin search without a match shows "No coin found" and can be cleared', async () => {
  renderScreen(BuyPage, { at: '/buy-crypto' });
  await row(/^Bitcoin/);
  await search('no such coin');
  expect(await screen.findByText('No coin found')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }));
  expect(names()).toEqual(['Bitcoin', 'Dogecoin', 'Aave']);
});

test('the coin list’s sort order is in the URL and stays when another coin is selected', async () => {
  const { router } = renderScreen(BuyPage, { at: '/buy-crypto' });
  await row(/^Bitcoin/);
  expect(names()).toEqual(['Bitcoin', 'Dogecoin', 'Aave']);
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), '24h change');
  await waitFor(() => expect(names()).toEqual(['Bitcoin', 'Aave', 'Dogecoin']));
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Name');
  await waitFor(() => expect(names()).toEqual(['Aave', 'Bitcoin', 'Dogecoin']));
  await userEvent.click(await row(/^Bitcoin/));
  await waitFor(() => expect(router.state.location.search).toEqual({ coin: 'BTC', sort: 'name' }));
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Market cap');
  await waitFor(() => expect(router.state.location.search).toEqual({ coin: 'BTC' }));
});

test('a star marks a favorite coin immediately, and the filter shows only favorites', async () => {
  renderScreen(BuyPage, { at: '/buy-crypto' });
  await waitFor(() => expect(isPressed(star('Dogecoin'))).toBe(true));
  server.answers['PUT /api/crypto/favorites/BTC'] = () => new Response(null, { status: 204 });
  await userEvent.click(star('Bitcoin'));
  expect(isPressed(star('Bitcoin'))).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Favorites' }));
  await waitFor(() => expect(names()).toEqual(['Bitcoin', 'Dogecoin']));
  expect(server.sent).toContainEqual({ path: '/api/crypto/favorites/BTC', method: 'PUT', body: undefined });
});

test("a coin's star changes back after a server error", async () => {
  renderScreen(BuyPage, { at: '/buy-crypto' });
  await waitFor(() => expect(isPressed(star('Dogecoin'))).toBe(true));
  server.answers['DELETE /api/crypto/favorites/DOGE'] = () => refusal('too_many_requests', 'Too many.', 429);
  await userEvent.click(star('Dogecoin'));
  expect(await screen.findByText('Too many.')).toBeDefined();
  expect(isPressed(star('Dogecoin'))).toBe(true);
});

test.each(lostAnswers)("a coin's star shows the server’s state after %s", async (_, lost) => {
  renderScreen(BuyPage, { at: '/buy-crypto' });
  await waitFor(() => expect(isPressed(star('Dogecoin'))).toBe(true));
  server.answers['PUT /api/crypto/favorites/BTC'] = () => {
    server.answers['GET /api/crypto/favorites'] = () => Response.json(['BTC']);
    return lost();
  };
  await userEvent.click(star('Bitcoin'));
  expect(await screen.findByText('The server did not answer. Please try again.')).toBeDefined();
  await waitFor(() => expect(isPressed(star('Dogecoin'))).toBe(false));
  expect(isPressed(star('Bitcoin'))).toBe(true);
});

test('the favorites filter without favorites explains how to add one', async () => {
  server.answers['GET /api/crypto/favorites'] = () => Response.json([]);
  renderScreen(BuyPage, { at: '/buy-crypto?show=favorites' });
  expect(await screen.findByText('No favorites yet')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(names()).toHaveLength(coins().length));
});

test('the favorites filter shows a loading state until the favorites arrive', async () => {
  const list = Promise.withResolvers<Response>();
  server.answers['GET /api/crypto/favorites'] = () => list.promise;
  renderScreen(BuyPage, { at: '/buy-crypto?show=favorites' });
  expect(await screen.findByRole('button', { name: 'Favorites', pressed: true })).toBeDefined();
  expect(screen.getByText('Loading')).toBeDefined();
  expect(screen.queryByText('No favorites yet')).toBeNull();
  list.resolve(Response.json(['DOGE']));
  await waitFor(() => expect(names()).toEqual(['Dogecoin']));
});

test('a failed load of the favorite coins shows Retry', async () => {
  server.answers['GET /api/crypto/favorites'] = () => Response.json({}, { status: 404 });
  renderScreen(BuyPage, { at: '/buy-crypto?show=favorites' });
  const failure = within(await screen.findByRole('alert'));
  expect(failure.getByText('Could not load the favorites')).toBeDefined();
  expect(screen.queryByText('No favorites yet')).toBeNull();
  server.answers['GET /api/crypto/favorites'] = () => Response.json(['DOGE']);
  await userEvent.click(failure.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(names()).toEqual(['Dogecoin']));
});

test('the arrow keys move between the coins of the list, and Tab returns to the last coin', async () => {
  renderScreen(BuyPage, { at: '/buy-crypto' });
  (await row(/^Bitcoin/)).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await row(/^Dogecoin/));
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(await row(/^Aave/));
  await userEvent.tab();
  expect(document.activeElement).toBe(star('Aave'));
  await userEvent.tab({ shift: true });
  await userEvent.keyboard('{Home}{ArrowUp}');
  expect(document.activeElement).toBe(await row(/^Bitcoin/));
});

test('the coin list on a phone is first the page, and later a sheet that returns the focus', async () => {
  innerWidth = 390;
  renderScreen(BuyPage, { at: '/buy-crypto' });
  expect(await screen.findByRole('heading', { name: 'Select a Cryptocurrency' })).toBeDefined();
  await userEvent.click(await row(/^Dogecoin/));
  expect(await screen.findByRole('form', { name: 'Buy Dogecoin' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Select a Cryptocurrency' })).toBeNull();
  const change = screen.getByRole('button', { name: 'All cryptocurrencies' });
  await waitFor(() => expect(document.activeElement).toBe(change));
  await userEvent.click(change);
  const sheet = within(await screen.findByRole('dialog', { name: 'Cryptocurrencies' }));
  await userEvent.click(sheet.getByRole('button', { name: /^Bitcoin/ }));
  await isClosed();
  expect(screen.getByRole('form', { name: 'Buy Bitcoin' })).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(change));
  await userEvent.click(change);
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(change));
});

const openSheet = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'All cryptocurrencies' }));
  return within(await screen.findByRole('dialog', { name: 'Cryptocurrencies' }));
};
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('Back on a phone closes the coin list, and the list adds no history entry', async () => {
  innerWidth = 390;
  const { router } = renderScreen(BuyPage, { at: '/transactions', route: '/buy-crypto' });
  await act(() => router.navigate({ to: '/buy-crypto', search: { coin: 'BTC' } }));
  await openSheet();
  await waitFor(() => expect(history.state?.layer).toBe(1));
  act(() => history.back());
  await isClosed();
  expect(router.state.location.href).toBe('/buy-crypto?coin=BTC');

  const sheet = await openSheet();
  await userEvent.click(sheet.getByRole('button', { name: /^Dogecoin/ }));
  await isClosed();
  expect(router.state.location.href).toBe('/buy-crypto?coin=DOGE');
  const again = await openSheet();
  await userEvent.click(again.getByRole('button', { name: 'Close' }));
  await isClosed();
  act(() => router.history.back());
  await waitFor(() => expect(router.state.location.pathname).toBe('/transactions'));
});

test('Back on a phone returns from the Buy form to the coin list', async () => {
  innerWidth = 390;
  const { router } = renderScreen(BuyPage, { at: '/buy-crypto' });
  await userEvent.click(await row(/^Dogecoin/));
  await screen.findByRole('form', { name: 'Buy Dogecoin' });
  act(() => router.history.back());
  expect(await screen.findByRole('heading', { name: 'Select a Cryptocurrency' })).toBeDefined();
});

test('a double press on the coin list’s Close does not leave the page on a phone', async () => {
  innerWidth = 390;
  const { router } = renderScreen(BuyPage, { at: '/transactions', route: '/buy-crypto' });
  await act(() => router.navigate({ to: '/buy-crypto', search: { coin: 'BTC' } }));
  const close = (await openSheet()).getByRole('button', { name: 'Close' });
  act(() => {
    fireEvent.click(close);
    fireEvent.click(close);
  });
  await isClosed();
  expect(router.state.location.href).toBe('/buy-crypto?coin=BTC');
});

test('the coin list’s sort order on a phone stays when the list closes', async () => {
  innerWidth = 390;
  const { router } = renderScreen(BuyPage, { at: '/buy-crypto?coin=BTC' });
  const sheet = await openSheet();
  await userEvent.selectOptions(sheet.getByLabelText('Sort by'), 'Name');
  await waitFor(() => expect(router.state.location.search).toEqual({ coin: 'BTC', list: 'open', sort: 'name' }));
  await userEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await isClosed();
  expect(router.state.location.search).toEqual({ coin: 'BTC', sort: 'name' });
});

test('closing a coin list that the URL opened stays on the page on a phone', async () => {
  innerWidth = 390;
  const { router } = renderScreen(BuyPage, { at: '/buy-crypto?coin=BTC&list=open' });
  await screen.findByRole('dialog', { name: 'Cryptocurrencies' });
  await userEvent.keyboard('{Escape}');
  await isClosed();
  expect(router.state.location.href).toBe('/buy-crypto?coin=BTC');
});

test('the Buy page on a phone shows its heading while the coins load', async () => {
  innerWidth = 390;
  const list = Promise.withResolvers<Response>();
  server.answers['GET /api/crypto/list'] = () => list.promise;
  renderScreen(BuyPage, { at: '/buy-crypto' });
  expect(await screen.findByRole('heading', { name: 'Select a Cryptocurrency' })).toBeDefined();
  list.resolve(Response.json(coins()));
  expect(await row(/^Dogecoin/)).toBeDefined();
});

test('a failed load of the coins shows a toast and Retry', async () => {
  server.answers['GET /api/crypto/list'] = () => Response.json({}, { status: 404 });
  renderScreen(BuyPage, { at: '/buy-crypto' });
  const failure = await screen.findByRole('alert');
  expect(within(failure).getByText('Could not load')).toBeDefined();
  expect(await screen.findByText('Failed to load cryptocurrencies')).toBeDefined();
  server.answers['GET /api/crypto/list'] = () => Response.json(coins());
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await row(/^Bitcoin/)).toBeDefined();
});
