import type { Receivable } from '@florin/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { depositOf, receivableOf } from '../../../../test/bank-desk.ts';
import { findToast } from '../../../../test/find-toast.ts';
import { dialog, refusal, section, showOperations } from '../../../../test/operations-screen.tsx';
import { proposalOf, startOperationsServer } from '../../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;
const listing = 'GET /api/operations/receivables';
const writingOff = 'POST /api/operations/receivables/r1/write-off';
const searching = 'POST /api/operations/bank/deposits/search';
const recalling = 'POST /api/operations/bank/lines/51/recall';

beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const showOwed = async (...owed: Receivable[]) => {
  server.answers[listing] = () => Response.json(owed);
  showOperations();
  await screen.findByRole('region', { name: 'Bank files' });
  return section('Receivables');
};

test('lists receivables with their age', async () => {
  const area = await showOwed(
    receivableOf({ open_exact: '31.00' }),
    receivableOf({ id: 'r2', name: 'Closed account', state: 'closed', cause: 'recall' }),
  );
  const rows = (await area.findAllByRole('row')).map(({ textContent }) => textContent?.replace(/since .*/, ''));
  expect(rows[1]).toContain(
    'Inês Müllerines.muller@florin.example€31.00of €51.00€100.00The bank took the deposit back.2 d',
  );
  expect(rows[2]).toContain('Account closed: it cannot pay');
});

test('a write-off of a receivable is proposed with a reason', async () => {
  const area = await showOwed(receivableOf());
  await userEvent.click(await area.findByRole('button', { name: 'Write off: €51.00 of Inês Müller' }));
  const question = await dialog('Propose to write off €51.00?');
  await userEvent.type(question.getByLabelText('Reason'), 'He cannot pay.');
  server.answers[writingOff] = () => {
    server.answers[listing] = () =>
      Response.json([receivableOf({ proposal: { id: 'p1', kind: 'write_off', yours: true } })]);
    return Response.json({ proposal: proposalOf({ kind: 'write_off', yours: true }) });
  };
  await userEvent.click(question.getByRole('button', { name: 'Propose' }));
  await findToast('Proposed. A second operator must approve');
  expect(server.bodiesTo(writingOff)).toEqual([{ reason: 'He cannot pay.' }]);
  expect(await area.findByRole('link', { name: 'Waits for a second operator' })).toBeDefined();
});

test('the receivables section shows that nothing is owed, and Retry after a failed load', async () => {
  server.answers[listing] = () => Response.json({}, { status: 400 });
  showOperations();
  await screen.findByRole('region', { name: 'Bank files' });
  const area = await section('Receivables');
  const retry = await area.findByRole('button', { name: 'Retry' });
  server.answers[listing] = () => Response.json([]);
  await userEvent.click(retry);
  expect(await area.findByText('Members owe nothing')).toBeDefined();
});

const search = async (text: string) => {
  showOperations();
  await screen.findByRole('region', { name: 'Bank files' });
  const area = await section('Recalls');
  expect(area.getByText('Does a bank want a deposit back?')).toBeDefined();
  await userEvent.type(area.getByRole('searchbox', { name: 'Search deposits' }), text);
  return area;
};

test('an operator finds a deposit and takes it back', async () => {
  server.answers[searching] = () => Response.json([depositOf()]);
  const area = await search('E2E-1');
  await userEvent.click(await area.findByRole('button', { name: 'Take back €40.00 of Inês Müller' }));
  expect(server.bodiesTo(searching)).toContainEqual({ q: 'E2E-1' });
  const question = await dialog('Take back €40.00?');
  await userEvent.type(question.getByLabelText('What does the bank say?'), 'camt.056 of today');
  server.answers[recalling] = () => {
    server.answers[searching] = () => Response.json([]);
    return Response.json({ proposal: null });
  };
  await userEvent.click(question.getByRole('button', { name: 'Take back €40.00' }));
  await findToast('€40.00 taken back');
  expect(server.bodiesTo(recalling)).toEqual([{ reason: 'camt.056 of today' }]);
  expect(await area.findByText('No deposits found')).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Recalls');
});

test('a recall above 1,000 dollars is proposed', async () => {
  server.answers[searching] = () => Response.json([depositOf({ amount_exact: '2480.00' })]);
  const area = await search('2480');
  await userEvent.click(await area.findByRole('button', { name: /^Take back €2,480/ }));
  const question = await dialog('Propose to take back €2,480.00?');
  await userEvent.type(question.getByLabelText('What does the bank say?'), 'camt.056 of today');
  server.answers[recalling] = () => Response.json({ proposal: proposalOf({ kind: 'recall_deposit', yours: true }) });
  await userEvent.click(question.getByRole('button', { name: 'Propose' }));
  await findToast('Proposed. A second operator must approve');
  expect(server.countOf(recalling)).toBe(1);
});

test('a recall of a deposit that was taken back meanwhile shows the reason and closes', async () => {
  server.answers[searching] = () => Response.json([depositOf()]);
  const area = await search('E2E-1');
  await userEvent.click(await area.findByRole('button', { name: /^Take back €40/ }));
  const question = await dialog('Take back €40.00?');
  server.answers[recalling] = refusal(409, 'line_not_recallable', 'It was taken back already.');
  await userEvent.type(question.getByLabelText('What does the bank say?'), 'camt.056 of today');
  await userEvent.click(question.getByRole('button', { name: 'Take back €40.00' }));
  await findToast('It was taken back already.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
