import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findToast } from '../../../../test/find-toast.ts';
import { navigateDuringRequest } from '../../../../test/navigate-during-request.ts';
import { gatewayTimeoutPage } from '../../../../test/lost-answers.ts';
import { dialog, press, refusal, showOperations } from '../../../../test/operations-screen.tsx';
import { kycCaseOf, startOperationsServer } from '../../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;

beforeEach(() => {
  server = startOperationsServer();
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const unanswered = 'The server did not answer. Check the list before you try again.';
const viewed = { submitted_at: kycCaseOf().submitted_at };
const decisions = () => server.bodiesTo('POST /api/operations/kyc/c1/decision');

test('fetches a case only when it is opened, and only once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  showOperations();
  await screen.findByText('Choose a check to open it. The audit trail records each view.');
  expect(server.countOf('GET /api/operations/kyc/c1')).toBe(0);
  await press(/^Nora Lind/);
  expect((await screen.findByRole('img', { name: 'Front of Nora Lind' })).getAttribute('src')).toBe('blob:picture');
  await vi.advanceTimersByTimeAsync(31_000);
  expect(server.countOf('GET /api/operations/kyc')).toBe(3);
  expect(server.countOf('GET /api/operations/kyc/c1')).toBe(1);
  expect(server.countOf('GET /api/operations/kyc/c1/files/f1')).toBe(1);
  expect(server.countOf('GET /api/operations/kyc/c1/files/f3')).toBe(0);
});

test('a document picture names the viewer and can be zoomed and rotated', async () => {
  showOperations('/operations?case=c1');
  const picture = await screen.findByRole('img', { name: 'Front of Nora Lind' });
  expect(
    screen.getByText(
      /^front.jpg, 3.3 MB · viewed by operator@florin.example \d\d:\d\d · the audit trail records this view/,
    ),
  ).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Zoom out' }).disabled).toBe(true);
  await press('Zoom in');
  expect(picture.parentElement?.style.width).toBe('150%');
  await press('Rotate');
  expect(picture.style.rotate).toBe('90deg');
  await press('Selfie');
  expect((await screen.findByRole('img', { name: 'Selfie of Nora Lind' })).style.rotate).toBe('0deg');
});

test('a PDF of an identity case is fetched only when the operator saves it', async () => {
  showOperations('/operations?case=c1');
  await press('Back');
  expect(await screen.findByText('PDF, 412 KB. It opens outside this page.')).toBeDefined();
  expect(server.countOf('GET /api/operations/kyc/c1/files/f2')).toBe(0);
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await press('Save the PDF');
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(server.countOf('GET /api/operations/kyc/c1/files/f2')).toBe(1);
  saved.mockRestore();
});

test('a passport shows a photo page instead of a front', async () => {
  server.answers['GET /api/operations/kyc/c1'] = () =>
    Response.json(kycCaseOf({ id_type: 'passport', notes: ['The selfie shows two faces.'] }));
  showOperations('/operations?case=c1');
  expect(await screen.findByRole('button', { name: 'Photo page' })).toBeDefined();
  expect(screen.getByText('The selfie shows two faces.')).toBeDefined();
});

test('a new name check shows the verified and the new name in the list and in the case', async () => {
  const renamed = kycCaseOf({ account_name: 'Nora Lind', new_name: 'Nora Moreau' });
  server.answers['GET /api/operations/kyc'] = () => Response.json([renamed]);
  server.answers['GET /api/operations/kyc/c1'] = () => Response.json(renamed);
  showOperations('/operations?case=c1');
  expect(await screen.findByText('Nora Moreau')).toBeDefined();
  const facts = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
  expect(facts).toEqual(expect.arrayContaining(['Verified name: Nora Lind', 'New name: Nora Moreau']));
  expect(screen.getByRole('button', { name: /^Nora Lind/ }).textContent).toContain('new name');
});

test('verifying a case needs every box checked and opens the next case', async () => {
  server.answers['POST /api/operations/kyc/c1/decision'] = () => new Response(null, { status: 204 });
  const { router } = showOperations('/operations?case=c1');
  const verify = await screen.findByRole('button', { name: 'Verify, Level 2' });
  await userEvent.click(verify);
  expect(screen.getByText('Check every box first.')).toBeDefined();
  expect(decisions()).toEqual([]);
  expect(screen.getByText('April 17, 1991')).toBeDefined();
  for (const name of ['Name matches the document', 'Born matches the document', 'Number matches the document'])
    await userEvent.click(screen.getByRole('checkbox', { name }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Face matches the photo' }));
  await press('Verify, Level 2');
  expect(await screen.findByText('Nora Lind: verified, Level 2')).toBeDefined();
  expect(decisions()).toEqual([{ decision: 'verified', ...viewed }]);
  expect(await screen.findByRole('heading', { name: 'Mateus Rocha' })).toBeDefined();
  expect(router.state.location.search).toEqual({ case: 'c2' });
});

describe('Slow identity decision', () => {
  const answer = (given = new Response(null, { status: 204 })) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.answers['POST /api/operations/kyc/c1/decision'] = () => promise;
    return () => resolve(given);
  };
  const verify = async () => {
    for (const box of await screen.findAllByRole('checkbox', { name: /match/ })) await userEvent.click(box);
    await press('Verify, Level 2');
  };

  test('a slow decision does not open another case after the operator left the page', async () => {
    const decided = answer();
    const { router } = showOperations('/operations?case=c1');
    await verify();
    await navigateDuringRequest(router, { answer: decided, toast: 'Nora Lind: verified, Level 2' });
    expect(server.countOf('GET /api/operations/kyc/c2')).toBe(0);
  });

  test('a slow decision does not replace another opened case', async () => {
    server.answers['GET /api/operations/kyc'] = () =>
      Response.json(['c1', 'c2', 'c3'].map((id) => kycCaseOf({ id, name: `Name ${id}` })));
    server.answers['GET /api/operations/kyc/c3'] = () => Response.json(kycCaseOf({ id: 'c3', files: [] }));
    const decided = answer();
    const { router } = showOperations('/operations?case=c1');
    await verify();
    await press(/^Name c3/);
    await waitFor(() => expect(router.state.location.search).toEqual({ case: 'c3' }));
    decided();
    await findToast('Nora Lind: verified, Level 2');
    await act(() => new Promise((resolve) => setTimeout(resolve, 50))); // Longer than the navigation would take.
    expect(router.state.location.search).toEqual({ case: 'c3' });
    expect(server.countOf('GET /api/operations/kyc/c2')).toBe(0);
  });

  test('a decision about a case without an answer shows a toast after the operator left the page', async () => {
    const lost = answer(gatewayTimeoutPage());
    const { router } = showOperations('/operations?case=c1');
    await verify();
    await navigateDuringRequest(router, { answer: lost, toast: unanswered });
    expect(server.countOf('GET /api/operations/kyc/c2')).toBe(0);
  });

  test('a decision about a case that fails after its dialog closed shows a toast', async () => {
    const lost = answer(gatewayTimeoutPage());
    showOperations('/operations?case=c1');
    await press('Needs more…');
    const more = await dialog('Ask Nora Lind for more');
    await userEvent.click(more.getByRole('checkbox', { name: 'ID Document' }));
    await userEvent.type(more.getByLabelText('What is wrong with the document'), 'The corner is cut off.');
    await userEvent.click(more.getByRole('button', { name: 'Ask for more' }));
    expect(more.getByRole('button', { name: 'Not now' })).toHaveProperty('disabled', true);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    lost();
    await findToast(unanswered);
  });
});

test('requesting more from a member needs a reason for each chosen item', async () => {
  server.answers['POST /api/operations/kyc/c1/decision'] = () => new Response(null, { status: 204 });
  showOperations('/operations?case=c1');
  await press('Needs more…');
  const more = await dialog('Ask Nora Lind for more');
  await userEvent.click(more.getByRole('button', { name: 'Ask for more' }));
  expect(more.getByText('Choose at least one item')).toBeDefined();
  await userEvent.click(more.getByRole('checkbox', { name: 'ID Document' }));
  await userEvent.click(more.getByRole('checkbox', { name: 'Selfie' }));
  await userEvent.type(more.getByLabelText('What is wrong with the document'), 'The corner is cut off.');
  await userEvent.click(more.getByRole('button', { name: 'Ask for more' }));
  expect(more.getByText('Please give a reason')).toBeDefined();
  await userEvent.click(more.getByRole('checkbox', { name: 'Selfie' }));
  await userEvent.click(more.getByRole('button', { name: 'Ask for more' }));
  await waitFor(() =>
    expect(decisions()).toEqual([
      { decision: 'needs_more', reasons: [{ item: 'document', reason: 'The corner is cut off.' }], ...viewed },
    ]),
  );
  expect(await screen.findByRole('heading', { name: 'Mateus Rocha' })).toBeDefined();
});

test('denying a case needs a reason, and shows an error if another operator was faster', async () => {
  server.answers['POST /api/operations/kyc/c1/decision'] = refusal(409, 'case_decided', 'It was decided already.');
  showOperations('/operations?case=c1');
  await press('Deny…');
  const deny = await dialog('Deny Nora Lind?');
  await userEvent.click(deny.getByRole('button', { name: 'Deny' }));
  expect(deny.getByText('Please give a reason')).toBeDefined();
  await userEvent.type(deny.getByLabelText('Reason'), 'Not the same person.');
  await userEvent.click(deny.getByRole('button', { name: 'Deny' }));
  expect(await screen.findByText('It was decided already.')).toBeDefined();
  expect(decisions()).toEqual([
    { decision: 'denied', reasons: [{ item: 'document', reason: 'Not the same person.' }], ...viewed },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a case offers the next case if another operator has decided it', async () => {
  server.answers['GET /api/operations/kyc/c9'] = refusal(404, 'case_not_found', 'No such case.');
  const { router } = showOperations('/operations?case=c9');
  expect(await screen.findByText('This check is closed')).toBeDefined();
  await press('Next');
  await waitFor(() => expect(router.state.location.search).toEqual({ case: 'c1' }));
});
