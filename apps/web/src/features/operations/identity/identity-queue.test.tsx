import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { findToast } from '../../../../test/find-toast.ts';
import { leaveMeanwhile } from '../../../../test/leave-meanwhile.ts';
import { pageOfProxy } from '../../../../test/lost-answers.ts';
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

const unanswered = 'The server did not answer. Look at the list before you try again.';
const looked = { submitted_at: kycCaseOf().submitted_at };
const decisions = () => server.bodiesTo('POST /api/operations/kyc/c1/decision');

test('nothing of a case is looked at before it is opened, and then once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  showOperations();
  await screen.findByText('Choose a check to open it. Each look is written to the audit trail.');
  expect(server.countOf('GET /api/operations/kyc/c1')).toBe(0);
  await press(/^Nora Lind/);
  expect((await screen.findByRole('img', { name: 'Front of Nora Lind' })).getAttribute('src')).toBe('blob:picture');
  await vi.advanceTimersByTimeAsync(31_000);
  expect(server.countOf('GET /api/operations/kyc')).toBe(3);
  expect(server.countOf('GET /api/operations/kyc/c1')).toBe(1);
  expect(server.countOf('GET /api/operations/kyc/c1/files/f1')).toBe(1);
  expect(server.countOf('GET /api/operations/kyc/c1/files/f3')).toBe(0);
});

test('the picture says who looks at it, and is enlarged and turned', async () => {
  showOperations('/operations?case=c1');
  const picture = await screen.findByRole('img', { name: 'Front of Nora Lind' });
  expect(
    screen.getByText(/^front.jpg, 3.3 MB · viewed by operator@florin.example \d\d:\d\d · this look is written/),
  ).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Smaller' }).disabled).toBe(true);
  await press('Larger');
  expect(picture.parentElement?.style.width).toBe('150%');
  await press('Turn');
  expect(picture.style.rotate).toBe('90deg');
  await press('Selfie');
  expect((await screen.findByRole('img', { name: 'Selfie of Nora Lind' })).style.rotate).toBe('0deg');
});

test('a PDF is named and saved, and not looked at before', async () => {
  showOperations('/operations?case=c1');
  await press('Back');
  expect(await screen.findByText('PDF, 412 KB. It opens outside of this page.')).toBeDefined();
  expect(server.countOf('GET /api/operations/kyc/c1/files/f2')).toBe(0);
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await press('Save the PDF');
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(server.countOf('GET /api/operations/kyc/c1/files/f2')).toBe(1);
  saved.mockRestore();
});

test('a passport has a photo page', async () => {
  server.answers['GET /api/operations/kyc/c1'] = () =>
    Response.json(kycCaseOf({ id_type: 'passport', notes: ['The selfie shows two faces.'] }));
  showOperations('/operations?case=c1');
  expect(await screen.findByRole('button', { name: 'Photo page' })).toBeDefined();
  expect(screen.getByText('The selfie shows two faces.')).toBeDefined();
});

test('a check of a new name shows the verified name and the new one, in the list and in the case', async () => {
  const renamed = kycCaseOf({ account_name: 'Nora Lind', new_name: 'Nora Moreau' });
  server.answers['GET /api/operations/kyc'] = () => Response.json([renamed]);
  server.answers['GET /api/operations/kyc/c1'] = () => Response.json(renamed);
  showOperations('/operations?case=c1');
  expect(await screen.findByText('Nora Moreau')).toBeDefined();
  const facts = screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
  expect(facts).toEqual(expect.arrayContaining(['Verified name: Nora Lind', 'New name: Nora Moreau']));
  expect(screen.getByRole('button', { name: /^Nora Lind/ }).textContent).toContain('new name');
});

test('who is verified was compared fact by fact, and the next case opens', async () => {
  server.answers['POST /api/operations/kyc/c1/decision'] = () => new Response(null, { status: 204 });
  const { router } = showOperations('/operations?case=c1');
  const verify = await screen.findByRole('button', { name: 'Verify, Level 2' });
  await userEvent.click(verify);
  expect(screen.getByText('Tick each fact and the face first.')).toBeDefined();
  expect(decisions()).toEqual([]);
  expect(screen.getByText('April 17, 1991')).toBeDefined();
  for (const name of ['Name matches the document', 'Born matches the document', 'Number matches the document'])
    await userEvent.click(screen.getByRole('checkbox', { name }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Face matches the photo' }));
  await press('Verify, Level 2');
  expect(await screen.findByText('Nora Lind: verified, Level 2')).toBeDefined();
  expect(decisions()).toEqual([{ decision: 'verified', ...looked }]);
  expect(await screen.findByRole('heading', { name: 'Mateus Rocha' })).toBeDefined();
  expect(router.state.location.search).toEqual({ case: 'c2' });
});

describe('a decision whose answer takes its time', () => {
  const answer = (given = new Response(null, { status: 204 })) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.answers['POST /api/operations/kyc/c1/decision'] = () => promise;
    return () => resolve(given);
  };
  const verify = async () => {
    for (const box of await screen.findAllByRole('checkbox', { name: /match/ })) await userEvent.click(box);
    await press('Verify, Level 2');
  };

  test('opens nobody’s check for whoever has left the page', async () => {
    const decided = answer();
    const { router } = showOperations('/operations?case=c1');
    await verify();
    await leaveMeanwhile(router, { answer: decided, said: 'Nora Lind: verified, Level 2' });
    expect(server.countOf('GET /api/operations/kyc/c2')).toBe(0);
  });

  test('leaves whoever has opened another check with that one', async () => {
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
    await act(() => new Promise((resolve) => setTimeout(resolve, 50))); // longer than going on would take
    expect(router.state.location.search).toEqual({ case: 'c3' });
    expect(server.countOf('GET /api/operations/kyc/c2')).toBe(0);
  });

  test('says also to whoever has left the page that nobody knows what became of it', async () => {
    const lost = answer(pageOfProxy());
    const { router } = showOperations('/operations?case=c1');
    await verify();
    await leaveMeanwhile(router, { answer: lost, said: unanswered });
    expect(server.countOf('GET /api/operations/kyc/c2')).toBe(0);
  });

  test('cannot be put off where more is asked for; where its question was closed all the same, its end is told', async () => {
    const lost = answer(pageOfProxy());
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

test('more is asked for with a reason per item', async () => {
  server.answers['POST /api/operations/kyc/c1/decision'] = () => new Response(null, { status: 204 });
  showOperations('/operations?case=c1');
  await press('Needs more…');
  const more = await dialog('Ask Nora Lind for more');
  await userEvent.click(more.getByRole('button', { name: 'Ask for more' }));
  expect(more.getByText('Please choose what is needed')).toBeDefined();
  await userEvent.click(more.getByRole('checkbox', { name: 'ID Document' }));
  await userEvent.click(more.getByRole('checkbox', { name: 'Selfie' }));
  await userEvent.type(more.getByLabelText('What is wrong with the document'), 'The corner is cut off.');
  await userEvent.click(more.getByRole('button', { name: 'Ask for more' }));
  expect(more.getByText('Please give a reason')).toBeDefined();
  await userEvent.click(more.getByRole('checkbox', { name: 'Selfie' }));
  await userEvent.click(more.getByRole('button', { name: 'Ask for more' }));
  await waitFor(() =>
    expect(decisions()).toEqual([
      { decision: 'needs_more', reasons: [{ item: 'document', reason: 'The corner is cut off.' }], ...looked },
    ]),
  );
  expect(await screen.findByRole('heading', { name: 'Mateus Rocha' })).toBeDefined();
});

test('a denial has a reason; whoever was second is told and goes on', async () => {
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
    { decision: 'denied', reasons: [{ item: 'document', reason: 'Not the same person.' }], ...looked },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a case that somebody else has decided says so and leads on', async () => {
  server.answers['GET /api/operations/kyc/c9'] = refusal(404, 'case_not_found', 'No such case.');
  const { router } = showOperations('/operations?case=c9');
  expect(await screen.findByText('This check waits no more')).toBeDefined();
  await press('Next');
  await waitFor(() => expect(router.state.location.search).toEqual({ case: 'c1' }));
});
