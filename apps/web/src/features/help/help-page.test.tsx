import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { HelpPage } from './help-page.tsx';

afterEach(() => vi.restoreAllMocks());

const questionOf = async (text: string) => (await screen.findByText(text)).closest('details');

test('the help page opens the answer in the URL, scrolls to the answer and shows its list', async () => {
  const scrollIntoView = vi.spyOn(Element.prototype, 'scrollIntoView');
  renderScreen(HelpPage, { at: '/help#fees' });
  expect((await questionOf('What does Florin cost?'))?.open).toBe(true);
  expect((await questionOf('How do I buy coins?'))?.open).toBe(false);
  expect(screen.getByText('Sending: 2%').tagName).toBe('LI');
  expect(scrollIntoView.mock.contexts).toContain(document.getElementById('fees'));
});

test('a link in an answer opens the linked answer', async () => {
  const { router } = renderScreen(HelpPage, { at: '/help#break-in' });
  await userEvent.click(await screen.findByRole('link', { name: 'Forgot password' }));
  expect(router.state.location.href).toBe('/help#password');
  expect((await questionOf('I forgot my password.'))?.open).toBe(true);
});
