import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findToast } from '../../../../test/find-toast.ts';
import { section, showOperations } from '../../../../test/operations-screen.tsx';
import { readyPayoutOf, payoutDeskOf, startOperationsServer } from '../../../../test/operations-server.ts';
import { hitOf, screeningOf } from '../../../../test/screening.ts';

const read = 'GET /api/operations/screening';
const decide = 'POST /api/operations/screening/hits/5';

let server: ReturnType<typeof startOperationsServer>;
beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const showScreening = async (given: object = {}) => {
  server.answers[read] = () => Response.json(screeningOf(given));
  showOperations();
  return section('Screening');
};

test('the screening desk shows the sanctions lists with date, entries and files', async () => {
  const desk = await showScreening();
  expect((await desk.findByRole('row', { name: /UN/ })).textContent).toBe('UNNov 4, 20241,005un.xml1e4662db64f5');
  expect(desk.getByText('No names to review')).toBeDefined();
  expect(desk.getByText('0 names wait for a decision')).toBeDefined();
});

test('the screening desk says in red that a live server has no lists, or cannot use new lists', async () => {
  const desk = await showScreening({ lists: [], are_missing: true, problem: 'The list un.xml cannot be used.' });
  expect(await desk.findByText('There are no sanctions lists, so Florin checks no names.')).toBeDefined();
  expect(desk.getByText('Changed lists cannot be used, so the older ones stay.')).toBeDefined();
});

test('the screening desk shows a name with the similar listed party, and an operator clears the name with a reason', async () => {
  const hit = hitOf();
  const desk = await showScreening({ hits: [hit], waiting: 1 });
  const row = await desk.findByRole('row', { name: /BERTOLANI ZELIM/ });
  expect(row.textContent).toContain('Payer of statement line 41');
  expect(row.textContent).toContain('Zelim Bertolani, 94%UN QDi.901, UN sanctions, as “Selim Bertolani”');
  await userEvent.click(within(row).getByRole('button', { name: 'Another person: BERTOLANI ZELIM' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Is BERTOLANI ZELIM another person?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Another person' }));
  expect(await dialog.findByText('Please give a reason')).toBeDefined();
  await userEvent.type(dialog.getByLabelText('How do you know?'), 'Born in 1991.');
  server.answers[decide] = () => Response.json(screeningOf());
  server.answers[read] = () => Response.json(screeningOf());
  await userEvent.click(dialog.getByRole('button', { name: 'Another person' }));
  expect(await findToast('BERTOLANI ZELIM is cleared')).toBeDefined();
  expect(server.bodiesTo(decide)).toEqual([{ decision: 'cleared', reason: 'Born in 1991.', found_at: hit.found_at }]);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Screening'));
});

test('an operator blocks the money of a listed person after a confirmation', async () => {
  const desk = await showScreening({ hits: [hitOf()], waiting: 1 });
  await userEvent.click(await desk.findByRole('button', { name: 'Is listed: BERTOLANI ZELIM' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Is BERTOLANI ZELIM the listed person?' }));
  await userEvent.type(dialog.getByLabelText('How do you know?'), 'Same passport.');
  server.answers[decide] = () => Response.json(screeningOf());
  await userEvent.click(dialog.getByRole('button', { name: 'Block the money' }));
  expect(await findToast('The money of BERTOLANI ZELIM is blocked')).toBeDefined();
});

test('the screening desk leaves the operator’s own name to another operator, and shows past decisions', async () => {
  const member = { id: '9', name: 'Olu Adeyemi', email: 'operator@florin.example' };
  const desk = await showScreening({
    hits: [
      hitOf({ id: '6', line: null, member, name: 'Olu Adeyemi', yours: true }),
      hitOf({
        state: 'cleared',
        decided_by: 'ada@florin.example',
        decided_at: hitOf().found_at,
        reason: 'Another birth date',
      }),
    ],
    waiting: 1,
  });
  expect(await desk.findByText('This is your own name. Another operator decides.')).toBeDefined();
  expect(desk.getByText('Recipient, operator@florin.example')).toBeDefined();
  expect(desk.getByText('Another birth date')).toBeDefined();
  expect(desk.queryByRole('button', { name: /BERTOLANI/ })).toBeNull();
});

test('a withdrawal to a possibly sanctioned recipient cannot be selected', async () => {
  server.answers['GET /api/operations/payouts'] = () =>
    Response.json(payoutDeskOf({ ready: [readyPayoutOf({ on_list: true, signs: ['Sanctions list'] })] }));
  showOperations();
  const box = await screen.findByRole('checkbox', { name: /Select Inês Müller/ });
  expect(box).toHaveProperty('disabled', true);
  expect(screen.getByRole('link', { name: 'Decide under Screening' }).getAttribute('href')).toBe('#screening');
});

test('the screening desk offers Retry when it fails to load', async () => {
  server.answers[read] = () => Response.json({}, { status: 400 });
  showOperations();
  expect(await (await section('Screening')).findByRole('button', { name: 'Retry' })).toBeDefined();
});
