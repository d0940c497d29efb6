import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { askedPageOf, forgetAskedPage, keepAskedPage, signedIn, signedOut } from './asked-page.ts';
import { storeSession } from './stored-session.ts';
import { keepPageAsTyped, useTypedState } from './use-typed-state.ts';

const other = { ...ines, id: '2', email: 'jonas@florin.example' };

beforeEach(() => {
  signedIn();
  history.replaceState(null, '', '/send');
});
afterEach(() => {
  cleanup();
  forgetAskedPage();
  localStorage.clear();
  vi.useRealTimers();
});

test.each(['/crypto/ETH', '/transactions?type=send', '/transactions?id=1#top', '/confirm-email#token'])(
  'a visitor who asked for %s is led there after signing in, once',
  (path) => {
    keepAskedPage(path);
    expect(askedPageOf(ines)).toBe(path);
    expect(askedPageOf(ines)).toBeUndefined();
  },
);

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/send\n', '/login', '/signup?plan=pro', '/'])(
  '%j is no page to be led to',
  (path) => {
    keepAskedPage(path);
    expect(askedPageOf(ines)).toBeUndefined();
    sessionStorage.setItem('florin-asked-page', JSON.stringify({ path, typed: {}, at: Date.now() }));
    expect(askedPageOf(ines)).toBeUndefined();
  },
);

test('the operators’ page is led to for operators only', () => {
  keepAskedPage('/operations');
  expect(askedPageOf({ ...ines, role: 'member' })).toBeUndefined();
  keepAskedPage('/operations');
  expect(askedPageOf({ ...ines, role: 'operator' })).toBe('/operations');
});

test('a page that was left by signing out, half an hour ago or by another member is not led to', () => {
  keepAskedPage('/send');
  signedOut();
  keepAskedPage('/profile');
  expect(askedPageOf(ines)).toBeUndefined();
  signedIn();
  storeSession({ token: 'a-token', user: ines });
  keepAskedPage('/send');
  expect(askedPageOf(other)).toBeUndefined();
  vi.useFakeTimers({ toFake: ['Date'] });
  keepAskedPage('/send');
  vi.setSystemTime(Date.now() + 31 * 60_000);
  expect(askedPageOf(ines)).toBeUndefined();
});

function Form() {
  const [note, setNote] = useTypedState<string>('note', '');
  return <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />;
}

const noteShown = () => screen.getByLabelText<HTMLInputElement>('Note').value;

test('what was typed when the session ended is there again for the same member, once', async () => {
  storeSession({ token: 'a-token', user: ines });
  render(<Form />);
  await userEvent.type(screen.getByLabelText('Note'), 'Museum');
  keepPageAsTyped(location);
  cleanup();
  expect(askedPageOf(ines)).toBe('/send');
  render(<Form />);
  expect(noteShown()).toBe('Museum');
  cleanup();
  render(<Form />);
  expect(noteShown()).toBe('');
});

test.each([
  ['another member', () => storeSession({ token: 'b-token', user: other })],
  ['whoever signed out', () => signedOut()],
  ['another page', () => history.replaceState(null, '', '/receive')],
])('what was typed is nothing for %s', async (_, change) => {
  storeSession({ token: 'a-token', user: ines });
  render(<Form />);
  await userEvent.type(screen.getByLabelText('Note'), 'Museum');
  keepPageAsTyped(location);
  cleanup();
  change();
  render(<Form />);
  expect(noteShown()).toBe('');
});
