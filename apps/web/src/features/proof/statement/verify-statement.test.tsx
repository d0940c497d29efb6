import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { signerOf } from '../../../../../../packages/verify/test/note-maker.ts';
import { houseKey } from '../../../../../../packages/verify/test/sample-books.ts';
import {
  balanceClaims,
  disclosureOf,
  incomeClaims,
  metadataOf,
  payer,
  statementOf,
  type Json,
} from '../../../../../../packages/verify/test/statement-maker.ts';
import { startPageWorkers } from '../../../../test/proof-worker.ts';
import { renderScreen } from '../../../../test/render-screen.tsx';
import { storeSeenLog } from '../../../api/proof/proof-store.ts';
import { VerifyPage } from '../verify-page.tsx';

const now = Math.floor(Date.now() / 1_000);
const times = { iat: now - 60, exp: now + 3_600 };
const balance = (more: Json = {}) => statementOf({ claims: { ...balanceClaims, ...times, ...more } });

let metadata: () => Response;
let asked: string[];
beforeEach(() => {
  asked = [];
  metadata = () => Response.json(metadataOf());
  startPageWorkers();
  vi.stubGlobal('fetch', async (url: string) => {
    if (url === '/.well-known/florin-documents.pem') return new Response(''); // the page asks before a file is chosen
    asked.push(url);
    return metadata();
  });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

const open = () => renderScreen(VerifyPage, { at: '/verify' });
async function paste(text: string) {
  const user = userEvent.setup();
  await user.click(await screen.findByLabelText('Or paste a statement or its link'));
  await user.paste(text);
  return user;
}
const verdict = (text: string | RegExp) => screen.findByText(text);

test('a shared statement is checked with the key that this site publishes, and without other requests', async () => {
  open();
  await paste(balance());
  expect(await verdict('This statement is valid')).toBeDefined();
  expect(screen.getByText('The available balance was at least $1,000.00 USD.')).toBeDefined();
  expect(screen.getByText('The key belongs to florin.example:').parentElement?.textContent).toContain('publishes it');
  expect(screen.getByRole('region', { name: 'What it says' }).textContent).toContain(
    'Ines Almeida (identity verified)',
  );
  expect(asked).toEqual(['/.well-known/jwt-vc-issuer']);
});

test('a shared statement says in words whether a business is verified', async () => {
  open();
  const bakery = disclosureOf('holder', { name: 'Acme Bakery', verified: true, business: true });
  const supplier = disclosureOf('payer', { name: 'Mill', verified: false, business: true });
  await paste(statementOf({ claims: { ...incomeClaims, ...times }, disclosures: [bakery, supplier] }));
  const says = await screen.findByRole('region', { name: 'What it says' });
  for (const text of ['Acme Bakery (business verified)', 'Mill (business not verified)'])
    expect(says.textContent).toContain(text);
});

test('a shared statement is read from a link, a pasted link and a file', async () => {
  history.replaceState(null, '', `/verify#${balance()}`);
  open();
  expect(await verdict('This statement is valid')).toBeDefined();
  const income = statementOf({ claims: { ...incomeClaims, ...times, to: '2025-09' }, disclosures: [payer] });
  const user = await paste(`https://florin.example/verify#${income}`);
  expect(await verdict('The income from one payer was €5,100.00 EUR in September 2025.')).toBeDefined();
  const text = balance({ at_least: '7.00' });
  const file = Object.assign(new File([text], 'statement.txt'), {
    arrayBuffer: async () => new Uint8Array(Buffer.from(text)).buffer,
  });
  await user.upload(screen.getByLabelText('File to verify'), file);
  expect(await verdict('The available balance was at least $7.00 USD.')).toBeDefined();
});

test('a shared statement is checked again when the link changes', async () => {
  history.replaceState(null, '', `/verify#${balance()}`);
  open();
  expect(await verdict('This statement is valid')).toBeDefined();
  history.replaceState(null, '', `/verify#${balance().replace('.e', '.f')}`);
  dispatchEvent(new HashChangeEvent('hashchange'));
  expect(await verdict('This statement is not valid')).toBeDefined();
  expect(screen.queryByText(/at least/)).toBeNull();
});

test('an expired shared statement says when it expired', async () => {
  open();
  await paste(balance({ iat: 1_700_000_000, exp: 1_700_086_400 }));
  expect(await verdict('This statement has expired')).toBeDefined();
  expect(screen.getByText(/^It was valid until November 15, 2023, 22:13 UTC/)).toBeDefined();
  expect(screen.queryByText(/at least/)).toBeNull();
});

test('a shared statement that is dated in the future is not valid yet', async () => {
  open();
  await paste(balance({ iat: now + 3_600, exp: now + 7_200 }));
  expect(await verdict('This statement is not valid yet')).toBeDefined();
});

test('a shared statement of a former key is no longer valid', async () => {
  metadata = () => Response.json(metadataOf(signerOf('florin.example/log', 'a later key').x));
  open();
  await paste(balance());
  expect(await verdict('This statement has ended')).toBeDefined();
});

test('a shared statement of another house is called valid only if its key is pasted', async () => {
  metadata = () => Response.json(metadataOf(houseKey.x, 'https://other.example'));
  open();
  const user = await paste(balance());
  expect(await verdict('This statement names another house')).toBeDefined();
  await user.click(screen.getByLabelText('Key of the log'));
  await user.paste(signerOf('other.example/log', 'a key').verifierKey);
  expect(await verdict('The pasted key is not a key of florin.example.')).toBeDefined();
  await user.clear(screen.getByLabelText('Key of the log'));
  await user.paste(houseKey.verifierKey);
  expect(await verdict('This statement is valid')).toBeDefined();
  expect(screen.getByText(/you pasted it/)).toBeDefined();
});

test('a shared statement is checked offline only with a key that this browser knows', async () => {
  metadata = () => Response.error();
  open();
  const user = await paste(balance());
  expect(await verdict('This statement could not be checked')).toBeDefined();
  expect(screen.getByText(/^The key of florin.example could not be fetched/)).toBeDefined();
  storeSeenLog({ keys: [houseKey.verifierKey], checkpoint: '' });
  await user.clear(screen.getByLabelText('Or paste a statement or its link'));
  await user.paste(balance());
  expect(await verdict('This statement is valid')).toBeDefined();
  expect(screen.getByText(/could not be\s+asked/)).toBeDefined();
});

test('a truncated shared statement is refused at the field', async () => {
  open();
  await paste(balance().slice(0, -20));
  expect(await verdict('This is not a whole statement. Copy all of it.')).toBeDefined();
  expect(asked).toEqual([]);
});
