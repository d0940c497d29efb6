import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { enter, held, openTicket, payFrom, press } from '../../../test/buy-screen.ts';
import { methods, refusal, startBuyServer } from '../../../test/buy-server.ts';
import { paymentMethodsQuery } from '../../api/queries.ts';

let server: ReturnType<typeof startBuyServer>;

beforeEach(() => {
  server = startBuyServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the Buy form asks for another payment method after the selected method was removed elsewhere', async () => {
  const { queryClient } = await openTicket();
  await payFrom('USD balance · $40.00');
  await enter('5');
  await held();
  const [card] = methods;
  server.answers['GET /api/payment-methods'] = () => Response.json([card]);
  await act(() => queryClient.invalidateQueries({ queryKey: paymentMethodsQuery.queryKey }));
  expect(await screen.findByRole('option', { name: 'Choose a payment method', selected: true })).toBeDefined();
  await payFrom('Visa •••• 4242');
  expect(screen.queryByRole('option', { name: 'Choose a payment method' })).toBeNull();
  await press();
  await waitFor(() => expect(server.purchases()).toMatchObject([{ payment_method_id: card?.id }]));
});

test('a payment method that the server no longer knows disappears, and no other method is selected', async () => {
  const [, balance] = methods;
  server.answers['POST /api/crypto/buy'] = () => {
    server.answers['GET /api/payment-methods'] = () => Response.json([balance]);
    return refusal('payment_method_not_found', 'This payment method is no longer there.', 404);
  };
  await openTicket();
  await enter('5');
  await held();
  await press();
  expect(await screen.findByRole('option', { name: 'Choose a payment method', selected: true })).toBeDefined();
  expect(screen.queryByRole('option', { name: 'Visa •••• 4242' })).toBeNull();
  expect(screen.getByLabelText('Payment method').getAttribute('aria-invalid')).toBe('true');
});
