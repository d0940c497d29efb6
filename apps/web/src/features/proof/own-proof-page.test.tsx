import type { Proof } from '@florin/verify';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ines as inesOfBooks, sampleBooks } from '../../../../../packages/verify/test/sample-books.ts';
import { ines } from '../../../test/ines.ts';
import { startPageWorkers } from '../../../test/proof-worker.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { walletOf } from '../../../test/wallet-of.ts';
import { lastOutcome, seenLog, storeOutcome, storeSeenLog } from '../../api/proof/proof-store.ts';
import { meQuery } from '../../api/queries.ts';
import { storeSession } from '../../api/stored-session.ts';
import { ConnectionContext } from '../../ui/connection.ts';
import { OwnProofPage } from './own-proof-page.tsx';

const books = sampleBooks();
const user = { ...ines, email: inesOfBooks.email };
let answer: () => Response | Promise<Response>;
let wallets = [walletOf('USD', '1230.00')];
let asked: string[];

beforeEach(() => {
  asked = [];
  wallets = [walletOf('USD', '1230.00')];
  answer = () => Response.json(books.proofOf(inesOfBooks));
  startPageWorkers();
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url.startsWith('/api/proof')) return answer();
    return url === '/api/wallets' ? Response.json(wallets) : new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  onlineManager.setOnline(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(Screen = OwnProofPage) {
  storeSession({ token: 'a-token', user });
  const shown = renderScreen(Screen, { at: '/profile/proof' });
  shown.queryClient.setQueryData(meQuery.queryKey, user);
  return shown;
}

const changed = (change: (proof: Proof) => void): Proof => {
  const proof = structuredClone(books.proofOf(inesOfBooks));
  change(proof);
  return proof;
};
const stepText = async (title: string) => (await screen.findByText(title)).closest('li')?.textContent;
const section = (name: string) => within(screen.getByRole('region', { name }));

test('a valid proof is shown as verified, with each check and its numbers', async () => {
  open();
  expect(await screen.findByText('Verified')).toBeDefined();
  expect(await stepText('Florin signed its books')).toContain('83 entries');
  expect(await stepText('Witnesses')).toContain('0 of 0');
  expect(await stepText('Nothing that was booked was changed')).toContain('first checkpoint');
  expect(await stepText('The sums of the books add up to zero')).toContain('Sums number 7');
  expect(await stepText('The balances are in these sums')).toContain('2 balances of ines@florin.example');
  expect(await stepText('The newest entries are in the books')).toContain('3 entries');
  expect(await stepText('The wallet shows the same balances')).toMatch(/^Passed/);
  expect(screen.getByText(/^Checked just now · the books have 83 entries/)).toBeDefined();
  expect(screen.getByText(/owes nothing outside these books/)).toBeDefined();
});

test('a valid proof explains a balance that moved after the sums', async () => {
  open();
  await screen.findByText('Verified');
  const balances = section('Your balances');
  expect(balances.getByText('USD').closest('li')?.textContent).toBe(
    'USD$1,230.00In the sums $1,234.56. Since then 1 entry: −$4.56',
  );
  expect(balances.getAllByText('BTC')[0]?.closest('li')?.textContent).toContain('0.00005000');
});

test('a valid proof shows all debts, with a total of zero', async () => {
  open();
  await screen.findByText('Verified');
  const row = section('What Florin owes in all').getByRole('row', { name: /^USD/ });
  expect(row.textContent).toBe('USD$1,734.56Bank −$1,734.56$0.00');
});

test('a valid proof is stored, and the next check requests only later entries', async () => {
  open();
  await screen.findByText('Verified');
  expect(seenLog()).toMatchObject({ keys: books.proofOf(inesOfBooks).keys, checkpoint: books.checkpoint() });
  expect(lastOutcome(user.id)?.ok).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await waitFor(() => expect(asked).toContain('/api/proof?since=83'));
  expect(await screen.findByText(/the same checkpoint of 83 entries/)).toBeDefined();
});

test('a valid proof continues an earlier checkpoint', async () => {
  storeSeenLog({ keys: books.proofOf(inesOfBooks).keys, checkpoint: books.checkpoint(37) });
  answer = () => Response.json(books.proofOf(inesOfBooks, 37));
  open();
  expect(await stepText('Nothing that was booked was changed')).toContain('continue the checkpoint of 37 entries');
});

test('a valid proof offers the whole proof to experts', async () => {
  open();
  await screen.findByText('Verified');
  await userEvent.click(screen.getByText('For experts'));
  expect(screen.getByRole('button', { name: 'Download the proof' })).toBeDefined();
  expect(screen.getByText(books.proofOf(inesOfBooks).keys[0] ?? '')).toBeDefined();
});

describe('a proof that fails', () => {
  const alarm = () => screen.findByRole('alert');
  const fail = (proof: Proof) => {
    answer = () => Response.json(proof);
    open();
    return alarm();
  };

  test('the proof page says that a balance does not agree, and offers a complaint', async () => {
    const shown = await fail(changed((proof) => Object.assign(proof.balances[0] ?? {}, { amount: '99' })));
    expect(shown.textContent).toContain('The balance is not in the sums as it should be');
    expect(shown.textContent).toContain('The pieces of $0.99 have the sum $1,234.56.');
    expect(within(shown).getByRole('button', { name: 'Download the complaint' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Your balances' })).toBeNull();
    expect(lastOutcome(user.id)?.ok).toBe(false);
    expect(seenLog()).toBeUndefined();
  });

  test('the proof page says which signed amount the balances do not reach', async () => {
    const shown = await fail(changed((proof) => proof.balances.pop()));
    expect(shown.textContent).toContain('The house signed to owe 0.00005000 BTC, and proves 0.00000000 BTC.');
    expect(await stepText('The balances are in these sums')).toContain('and proves 0.00000000 BTC.');
  });

  test('the proof page says by how much the sums differ', async () => {
    const wrong = sampleBooks({ sumsText: (text) => text.replace('-173456', '-173455') });
    const shown = await fail(wrong.proofOf(inesOfBooks));
    expect(shown.textContent).toContain('What the house owes and its accounts differ by $0.01.');
  });

  test('the proof page offers the fraud file if the house signed two logs', async () => {
    const other = sampleBooks({ filler: 'another' });
    storeSeenLog({ keys: books.proofOf(inesOfBooks).keys, checkpoint: other.checkpoint() });
    const shown = await fail(books.proofOf(inesOfBooks));
    expect(shown.textContent).toContain('The books are not the ones that this browser saw before');
    expect(within(shown).getByRole('button', { name: 'Download the fraud file' })).toBeDefined();
    expect(seenLog()?.checkpoint).toBe(other.checkpoint());
  });

  test('a proof with a key that this browser does not know fails', async () => {
    storeSeenLog({ keys: ['florin.example/log+01234567+abc'], checkpoint: books.checkpoint(37) });
    const shown = await fail(books.proofOf(inesOfBooks, 37));
    expect(shown.textContent).toContain('The key of the log is not trusted.');
    await userEvent.click(screen.getByRole('button', { name: 'Forget what this browser saw' }));
    expect(await screen.findByText('Verified')).toBeDefined();
  });

  test('a proof of another member fails', async () => {
    answer = () => Response.json(books.proofOf(inesOfBooks));
    storeSession({ token: 'a-token', user: ines });
    const shown = renderScreen(OwnProofPage, { at: '/profile/proof' });
    shown.queryClient.setQueryData(meQuery.queryKey, { ...ines, email: 'jonas@florin.example' });
    expect((await alarm()).textContent).toContain('The proof is for ines@florin.example.');
  });

  test('a proof fails if the balance of the wallet differs from the books', async () => {
    wallets = [walletOf('USD', '9999.00')];
    const shown = await fail(books.proofOf(inesOfBooks));
    expect(shown.textContent).toContain('The wallet shows another balance than the books');
    expect(shown.textContent).toContain('The wallet shows $9,999.00. The books do not.');
    expect(shown.textContent).toContain('Check again in a minute.');
    expect(within(shown).queryByRole('button')).toBeNull();
  });

  test('a proof check fails if the answer is not a proof', async () => {
    answer = () => new Response('<html>');
    open();
    expect((await alarm()).textContent).toContain('The signature on the books is wrong');
  });
});

describe('without a proof', () => {
  test('the proof page says that the server is not ready, and checks again on Retry', async () => {
    const detail = 'The proof is being prepared. Please try again in a few seconds.';
    answer = () => Response.json({ code: 'proof_not_ready', detail, request_id: 'r' }, { status: 409 });
    open();
    expect(await screen.findByText('Not verified yet')).toBeDefined();
    expect(screen.getByText(new RegExp(detail))).toBeDefined();
    answer = () => Response.json(books.proofOf(inesOfBooks));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Verified')).toBeDefined();
  });

  test('the proof page says that a check is running', async () => {
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    open();
    expect(await screen.findByText('Checking…')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Check again' }).getAttribute('aria-busy')).toBe('true');
    late.resolve(Response.json(books.proofOf(inesOfBooks)));
    expect(await screen.findByText('Verified')).toBeDefined();
  });

  test.each([
    { ok: true, title: 'Verified earlier', said: 'The last check in this browser passed 2 hours ago.' },
    { ok: false, title: 'Not verified', said: 'The last check in this browser failed 2 hours ago.' },
  ])('the page says offline how the last check ended: $title', async ({ ok, title, said }) => {
    answer = () => Promise.reject(new TypeError('offline'));
    const offline = { online: false, check: async () => undefined };
    open(() => (
      <ConnectionContext value={offline}>
        <OwnProofPage />
      </ConnectionContext>
    ));
    storeOutcome({ userId: user.id, at: Date.now() - 7_200_000, ok });
    expect(await screen.findByText(said)).toBeDefined();
    expect(screen.getByText(title)).toBeDefined();
    expect(screen.getByText('This needs a connection.')).toBeDefined();
  });

  test('the proof page says that the browser cannot check signatures', async () => {
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValueOnce(new DOMException('', 'NotSupportedError'));
    open();
    expect(await screen.findByText('This browser cannot check the books')).toBeDefined();
  });
});

test('a proof check that is older than an hour offers a new check', async () => {
  const { queryClient } = open();
  await screen.findByText('Verified');
  const [query] = queryClient.getQueryCache().findAll({ queryKey: ['own-proof'] });
  query?.setData({ ...(query.state.data as object), at: Date.now() - 2 * 3_600_000 });
  expect(await screen.findByText('This check is older than an hour.')).toBeDefined();
});
