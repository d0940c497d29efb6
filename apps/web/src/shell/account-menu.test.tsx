import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { Account } from './account.tsx';
import { awaitInstallOffer } from './install-offer.ts';

afterEach(cleanup);

test('the account menu shows Install once per install offer of the browser', async () => {
  awaitInstallOffer();
  renderScreen(() => <Account user={ines} />, { at: '/dashboard' });
  const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Account' }));
  await open();
  expect(await screen.findByRole('menuitem', { name: 'Profile' })).toBeDefined();
  expect(screen.queryByRole('menuitem', { name: 'Install Florin' })).toBeNull();

  const prompt = vi.fn<() => Promise<unknown>>(async () => undefined);
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void window.dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Install Florin' }));
  expect(prompt).toHaveBeenCalledOnce();
  await open();
  expect(screen.queryByRole('menuitem', { name: 'Install Florin' })).toBeNull();
});
