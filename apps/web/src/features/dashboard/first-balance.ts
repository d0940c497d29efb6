import { add, formatParts, zero, type Amount } from '@florin/money';
import { fromExact } from '../../api/exact.ts';
import { requestFirst } from '../../api/first-answers.ts';
import { storedToken, storedUser } from '../../api/stored-session.ts';
import { areBalancesHidden } from './balance-privacy.ts';

type Wallet = { readonly currency: string; readonly available_exact: string };
type Holding = { readonly value_exact: string };

/**
 * Fetches and paints Total Balance in the frame of index.html, before the app's scripts use network and processor.
 * Paints nothing if the page has other content above the balance. Throws if the balance cannot be read.
 */
export async function paintFirstBalance(): Promise<void> {
  const token = storedToken();
  const user = storedUser();
  if (token === null || !user?.email_confirmed || areBalancesHidden() || !navigator.onLine) return;
  const asked = requestFirst(['/api/wallets', '/api/crypto/portfolio'], token);
  const [[wallets, holdings]] = await Promise.all([asked as Promise<[Wallet[], Holding[]]>, documentParsed()]);
  const total = amountElement(totalOf(wallets, holdings));
  const part = document.querySelector<HTMLElement>('body > .frame > .dashboard');
  if (!part) return;
  part.querySelector('h1')?.replaceChildren('Welcome back', `, ${user.name}`);
  part.querySelector('.figure-hero')?.replaceChildren(total);
  part.hidden = false;
  await nextPaint();
}

/** Returns Total Balance like the dashboard (features/dashboard/total-balance.tsx). */
function totalOf(wallets: readonly Wallet[], holdings: readonly Holding[]): Amount<'USD'> {
  const available = wallets.find(({ currency }) => currency === 'USD')?.available_exact;
  if (available === undefined) throw new Error('the server sent no USD wallet');
  const coins = holdings.map(({ value_exact: value }) => fromExact('USD', value)).reduce(add, zero('USD'));
  return add(fromExact('USD', available), coins);
}

/** Builds the same elements as wallet-ui/amount-text.tsx. */
function amountElement(amount: Amount<'USD'>): HTMLElement {
  const { sign, currency, major, minor } = formatParts(amount);
  const amountSpan = span('amount');
  if (sign) amountSpan.append(span('amount-sign', sign));
  amountSpan.append(span('amount-currency', currency), major, span('amount-minor', minor));
  return amountSpan;
}

function span(className: string, text = ''): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}

const documentParsed = () =>
  new Promise<void>((resolve) => {
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', () => resolve());
    else resolve();
  });

/** Waits until the next frame is painted: a task that is posted during a frame runs after the frame. */
const nextPaint = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
