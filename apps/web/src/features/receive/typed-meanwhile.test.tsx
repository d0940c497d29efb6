import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findToast } from '../../../test/find-toast.ts';
import { ines } from '../../../test/ines.ts';
import { paymentRequestOf } from '../../../test/payment-request-of.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { meQuery } from '../../api/queries.ts';
import { useSession } from '../../api/session.ts';
import { ReceivePage } from './receive-page.tsx';

let sent: PromiseWithResolvers<Response>;
const mail = document.createElement('meta');

beforeEach(() => {
  sent = Promise.withResolvers();
  mail.name = 'florin-mail';
  mail.content = 'on';
  document.head.append(mail);
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) =>
    method === 'POST' ? sent.promise : Response.json([]),
  );
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  mail.remove();
  vi.unstubAllGlobals();
});

async function open() {
  const Screen = () => (useSession().user ? <ReceivePage /> : null);
  const { queryClient } = renderScreen(Screen, { at: '/receive' });
  queryClient.setQueryData(meQuery.queryKey, ines);
  await screen.findByRole('heading', { name: 'Request Money' });
}
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

test('the toast names the address that got the mail, even if the field has changed since', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Share via Email' }));
  const to = within(await screen.findByRole('dialog')).getByLabelText('Recipient email');
  await userEvent.type(to, 'hana@florin.example{Enter}');
  await userEvent.clear(to);
  await userEvent.type(to, 'jonas@florin.example');
  sent.resolve(new Response(null, { status: 204 }));
  expect(await findToast('Mail sent to hana@florin.example')).toBeDefined();
});

test('a sent request clears its fields but keeps a field that changed during the request', async () => {
  await open();
  await userEvent.type(screen.getByLabelText('Recipient email'), 'tomas.rivera@florin.example');
  await userEvent.type(screen.getByLabelText('Note'), 'Dinner');
  await userEvent.type(screen.getByLabelText('Amount'), '38.50{Enter}');
  await userEvent.clear(screen.getByLabelText('Recipient email'));
  await userEvent.type(screen.getByLabelText('Recipient email'), 'hana@florin.example');
  sent.resolve(Response.json(paymentRequestOf()));
  await findToast('Payment request sent!');
  expect([value('Recipient email'), value('Amount'), value('Note')]).toEqual(['hana@florin.example', '', '']);
});
