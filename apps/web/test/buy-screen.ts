import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BuyPage } from '../src/features/buy/buy-page.tsx';
import { renderScreen } from './render-screen.tsx';

/** Opens the buy page for Bitcoin and waits for its form. */
export async function openTicket() {
  const opened = renderScreen(BuyPage, { at: '/buy-crypto?coin=BTC' });
  await screen.findByLabelText('Payment method');
  return opened;
}

export const enter = (amount: string) => userEvent.type(screen.getByLabelText('Amount'), amount);
export const inCoins = () => userEvent.selectOptions(screen.getByLabelText('Amount in'), 'BTC');
export const payFrom = (method: string) => userEvent.selectOptions(screen.getByLabelText('Payment method'), method);
export const press = () => userEvent.click(screen.getByRole('button', { name: 'Buy' }));
export const held = () => screen.findByText(/^Price held for 00:\d\d$/);
