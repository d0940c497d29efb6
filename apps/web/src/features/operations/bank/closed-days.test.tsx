import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bankDaysOf, dayReportOf } from '../../../../test/bank-desk.ts';
import { findToast } from '../../../../test/find-toast.ts';
import { section, showOperations } from '../../../../test/operations-screen.tsx';
import { startOperationsServer } from '../../../../test/operations-server.ts';

const list = 'GET /api/operations/bank/days';
const closeDay = 'POST /api/operations/bank/days';

let server: ReturnType<typeof startOperationsServer>;
beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

async function showDays(given: object = {}) {
  server.answers[list] = () => Response.json(bankDaysOf(given));
  showOperations();
  await screen.findByRole('region', { name: 'Bank files' });
  return section('Closed days');
}

async function openDialog(given: object = {}) {
  const days = await showDays(given);
  await userEvent.click(await days.findByRole('button', { name: 'Close a day' }));
  return within(await screen.findByRole('dialog', { name: 'Close a day' }));
}

test('lists the day reports with their hashes, and offers each report as a PDF', async () => {
  const days = await showDays({
    reports: [dayReportOf({ late_lines: 2 }), dayReportOf({ number: 6, is_sound: false })],
  });
  const rows = (await days.findAllByRole('row')).slice(1).map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/^Nov 20, 2024Report 7main-eur€2,520\.00122 late.*operator@florin\.example77aa62db64f5PDF$/);
  expect(days.getByText('Changed after closing: report 6.')).toBeDefined();
  server.answers['GET /api/operations/bank/days/7'] = () => new Response('%PDF');
  URL.createObjectURL = () => 'blob:report';
  URL.revokeObjectURL = () => undefined;
  await userEvent.click(days.getByRole('button', { name: 'PDF of report 7' }));
  expect(await findToast('Report 7 downloaded')).toBeDefined();
});

test('an operator closes the proposed day and sees the new report', async () => {
  const dialog = await openDialog();
  expect(dialog.getByLabelText('Day')).toHaveProperty('value', '2024-11-21');
  expect(document.activeElement).toBe(dialog.getByLabelText('Day'));
  expect(dialog.getByText('Days after Nov 20, 2024 are in the same report.')).toBeDefined();
  server.answers[closeDay] = () => Response.json({ reports: [dayReportOf({ number: 8, day: '2024-11-21' })] });
  server.answers[list] = () => Response.json(bankDaysOf({ last: '2024-11-21', next: '2024-11-22', reports: [] }));
  await userEvent.click(dialog.getByRole('button', { name: 'Close the day' }));
  expect(await findToast('Nov 21, 2024 closed, 1 report')).toBeDefined();
  expect(server.bodiesTo(closeDay)).toEqual([{ day: '2024-11-21' }]);
  const days = await section('Closed days');
  expect(await days.findByText('The last closed day is Nov 21, 2024.')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Closed days');
});

test('the dialog says why a day cannot be closed', async () => {
  const dialog = await openDialog();
  const detail = 'Bank and books of main-eur differ: €5.00 at the bank, €4.00 in the books.';
  server.answers[closeDay] = () => Response.json({ detail, code: 'day_not_ready', request_id: 'r' }, { status: 409 });
  await userEvent.click(dialog.getByRole('button', { name: 'Close the day' }));
  expect(await dialog.findByText(detail)).toBeDefined();
});

test.each([
  ['', 'Please enter a day'],
  ['2024-11-20', 'Nov 20, 2024 is closed already. Choose a later day'],
  ['2024-11-23', 'This day is still to come'],
])('refuses the day "%s" at the field, without a call', async (day, problem) => {
  const dialog = await openDialog();
  const field = dialog.getByLabelText('Day');
  await userEvent.clear(field);
  if (day !== '') await userEvent.type(field, day);
  await userEvent.click(dialog.getByRole('button', { name: 'Close the day' }));
  expect(await dialog.findByText(problem)).toBeDefined();
  expect(document.activeElement).toBe(field);
  expect(server.countOf(closeDay)).toBe(0);
});

test('names the obstacle to closing a day before the operator tries', async () => {
  const days = await showDays({ problems: ['2 lines of main-eur are not booked yet.'] });
  expect(await days.findByText('2 lines of main-eur are not booked yet.')).toBeDefined();
});

test('the button for closing a day says that today is closed', async () => {
  const days = await showDays({ next: null });
  const button = await days.findByRole('button', { name: 'Close a day' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(days.getByText('Today is closed already.')).toBeDefined();
});

test('the list of day reports shows an empty state, older reports on demand, and Retry after a failure', async () => {
  const days = await showDays({ reports: [], last: null });
  expect(await days.findByText('No reports yet')).toBeDefined();
  cleanup();
  const many = await showDays({ older: '7' });
  server.answers[list] = () => Response.json(bankDaysOf({ reports: [dayReportOf({ number: 6 })] }));
  await userEvent.click(await many.findByRole('button', { name: 'Older' }));
  expect(await many.findByText('Report 6')).toBeDefined();
  expect(server.sent.filter(({ call }) => call === list).at(-1)?.query).toBe('before=7');
  cleanup();
  server.answers[list] = () => Response.json({}, { status: 400 });
  showOperations();
  await screen.findByRole('region', { name: 'Bank files' });
  expect(await (await section('Closed days')).findByRole('button', { name: 'Retry' })).toBeDefined();
});
