import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { meQuery } from '../src/api/queries.ts';
import { OperationsPage } from '../src/features/operations/operations-page.tsx';
import { operator } from './operations-server.ts';
import { renderScreen } from './render-screen.tsx';

/** Opens the operations screen as an operator. */
export function showOperations(at = '/operations') {
  const shown = renderScreen(OperationsPage, { at });
  shown.queryClient.setQueryData(meQuery.queryKey, operator);
  return shown;
}

export const section = async (name: string) => within(await screen.findByRole('region', { name }));
export const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));
export const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

export const refusal = (status: number, code: string, detail: string) => () =>
  Response.json({ code, detail, request_id: 'r' }, { status });
