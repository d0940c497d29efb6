import { defaultPolicy, policyFigures, withFigures } from '@florin/contract';
import { screen, within } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test } from 'vitest';
import { LandingPage } from './landing-page.tsx';

/** Fills in the figures like the server. */
beforeEach(() => {
  document.body.innerHTML = withFigures(renderToStaticMarkup(<LandingPage />), policyFigures(defaultPolicy));
});

const article = (heading: string) => {
  const found = screen.getByRole('heading', { level: 3, name: heading }).closest('article, li');
  if (!(found instanceof HTMLElement)) throw new Error(`No article has the heading "${heading}"`);
  return found;
};

// Rules: landing-3
test.each([
  ['Send & Receive Money', 'Send and receive money instantly using just an email.'],
  ['Buy & Sell Crypto', '170+ cryptocurrencies, low fees, instant settlement.'],
  ['Lightning Fast', 'Transactions are completed in seconds.'],
  ['Global Reach', 'Over 200 countries and territories.'],
  ['Privacy First', 'Your financial data is encrypted and never shared without consent.'],
])('the landing page describes the feature %s', (heading, text) => {
  expect(within(article(heading)).getByText(text)).toBeDefined();
});

// Rules: landing-4
test('the landing page labels its statistics', () => {
  const band = [...document.querySelectorAll('.stats > div')].map((each) => each.textContent);
  expect(band).toEqual(['Users50M+', 'Daily volume$2B+', 'Countries200+', 'Cryptocurrencies170+']);
});

// Rules: landing-5
test.each([
  ['Personal', 'Free', '$500', 'personal'],
  ['Pro', '$9.99per month', '$10,000', 'pro'],
  ['Business', '$49.99per month', 'Unlimited', 'business'],
])('the %s plan costs %s, allows %s and links to sign-up', (name, price, limit, id) => {
  const plan = article(name);
  expect(plan.querySelector('.price')?.textContent).toBe(price);
  expect(within(plan).getByText('Crypto purchase limit').nextSibling?.textContent).toBe(limit);
  const [forVisitors] = within(plan).getAllByRole('link', { name: `Get Started with ${name}` });
  expect(forVisitors?.getAttribute('href')).toBe(`/signup?plan=${id}`);
});

test('the landing page shows figures of the server and no placeholders', () => {
  expect(document.body.innerHTML).not.toMatch(/\{\{|\}\}/);
  expect(document.body.textContent).toContain('Send $102.00');
});

// Rules: landing-6
test('the landing page shows Log In and Sign Up to visitors', () => {
  const [bar] = screen.getAllByRole('navigation', { name: 'Main' });
  const links = [...(bar?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links.slice(-2)).toEqual([
    ['Log In', '/login'],
    ['Sign Up', '/signup'],
  ]);
});

// Rules: landing-6
test('the landing page shows statistics, features, steps, plans and the call to action in order', () => {
  const parts = [...document.querySelectorAll('.hero, .stats, .features, .steps, .plans, .closingCall, .foot')];
  expect(
    parts.map(({ classList }) => [...classList].find((name) => !['page-grid', 'slab', 'wrap'].includes(name))),
  ).toEqual(['hero', 'stats', 'features', 'steps', 'plans', 'closingCall', 'foot']);
});
