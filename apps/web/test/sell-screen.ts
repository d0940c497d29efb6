import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SellPage } from '../src/features/sell/sell-page.tsx';
import { renderScreen } from './render-screen.tsx';

/** Opens the sell page for Ethereum and waits for its form. */
export async function openForm() {
  const opened = renderScreen(SellPage, { at: '/sell-crypto?coin=ETH' });
  await screen.findByRole('form', { name: 'Sell Ethereum' });
  return opened;
}

export const enter = (amount: string) => userEvent.type(screen.getByLabelText('Amount'), amount);
export const press = () => userEvent.click(screen.getByRole('button', { name: 'Sell' }));
export const priceIsHeld = () => screen.findByText(/^Price held for 00:[23]\d$/);
export const sumLine = (label: string) => screen.getByText(label).parentElement?.textContent;
