import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { requestedPageOf, forgetRequestedPage, saveRequestedPage, signedIn, signedOut } from './requested-page.ts';
import { storeSession } from './stored-session.ts';
import { savePageWithInput, useTypedState } from './use-typed-state.ts';

const other = { ...ines, id: '2', email: 'jonas@florin.example' };

beforeEach(() => {
  signedIn();
  history.replaceState(null, '', '/send');
});
afterEach(() => {
  cleanup();
  forgetRequestedPage();
  localStorage.clear();
  vi.useRealTimers();
});

test.each(['/crypto/ETH', '/transactions?type=send', '/transactions?id=1#top', '/confirm-email#token'])(
  'a visitor who requested %s is redirected there once after signing in',
  (path) => {
    saveRequestedPage(path);
    expect(requestedPageOf(ines)).toBe(path);
    expect(requestedPageOf(ines)).toBeUndefined();
  },
);

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/send\n', '/login', '/signup?plan=pro', '/'])(
  '%j is not accepted as a requested page',
  (path) => {
    saveRequestedPage(path);
    expect(requestedPageOf(ines)).toBeUndefined();
    sessionStorage.setItem('florin-asked-page', JSON.stringify({ path, typed: {}, at: Date.now() }));
    expect(requestedPageOf(ines)).toBeUndefined();
  },
);

test('only operators are redirected to /operations after signing in', () => {
  saveRequestedPage('/operations');
  expect(requestedPageOf({ ...ines, role: 'member' })).toBeUndefined();
  saveRequestedPage('/operations');
  expect(requestedPageOf({ ...ines, role: 'operator' })).toBe('/operations');
});

test('a requested page is dropped after sign-out, after 30 minutes and for another member', () => {
  saveRequestedPage('/send');
  signedOut();
  saveRequestedPage('/profile');
  expect(requestedPageOf(ines)).toBeUndefined();
  signedIn();
  storeSession({ token: 'a-token', user: ines });
  saveRequestedPage('/send');
  expect(requestedPageOf(other)).toBeUndefined();
  vi.useFakeTimers({ toFake: ['Date'] });
  saveRequestedPage('/send');
  vi.setSystemTime(Date.now() + 31 * 60_000);
  expect(requestedPageOf(ines)).toBeUndefined();
});

function Form() {
  const [note, setNote] = useTypedState<string>('note', '');
  return <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />;
}

const shownNote = () => screen.getByLabelText<HTMLInputElement>('Note').value;

test('form input at the end of a session is restored once for the same member', async () => {
  storeSession({ token: 'a-token', user: ines });
  render(<Form />);
  await userEvent.type(screen.getByLabelText('Note'), 'Museum');
  savePageWithInput(location);
  cleanup();
  expect(requestedPageOf(ines)).toBe('/send');
  render(<Form />);
  expect(shownNote()).toBe('Museum');
  cleanup();
  render(<Form />);
  expect(shownNote()).toBe('');
});

test.each([
  ['another member', () => storeSession({ token: 'b-token', user: other })],
  ['a member who signed out', () => signedOut()],
  ['another page', () => history.replaceState(null, '', '/receive')],
])('form input is not restored for %s', async (_, change) => {
  storeSession({ token: 'a-token', user: ines });
  render(<Form />);
  await userEvent.type(screen.getByLabelText('Note'), 'Museum');
  savePageWithInput(location);
  cleanup();
  change();
  render(<Form />);
  expect(shownNote()).toBe('');
});

function TwoFields() {
  const [{ note, reference }] = useTypedState('two fields', { note: '', reference: '' });
  return <output>{`${note} ${reference.trim()}`}</output>;
}

test('form input of an earlier app version gets the missing fields', () => {
  storeSession({ token: 'a-token', user: ines });
  saveRequestedPage('/send', { 'two fields': { note: 'Museum' } });
  expect(requestedPageOf(ines)).toBe('/send');
  render(<TwoFields />);
  expect(screen.getByRole('status').textContent).toBe('Museum ');
});
