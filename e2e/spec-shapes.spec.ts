import { expect, type Page } from '@playwright/test';
import { expectNothingOver } from './back.ts';
import { navigate } from './navigate.ts';
import { toast, storedSession } from './screen.ts';
import {
  detailOf,
  failingFlows,
  ofUnknownCode,
  signedOut,
  speechless,
  statuses,
  loadFailures,
  type FailingFlow,
} from './spec-shapes/errors.ts';
import { expectNoDuplicateErrors } from './duplicate-errors.ts';
import { buy, kyc, login, press, sell, send, signup, type Flow } from './spec-shapes/flows.ts';
import { expectStanding, test } from './spec-shapes/shape-test.ts';
import { loadingScreens, type FailedCard } from './spec-shapes/loading-screens.ts';
import { memberScreens, nothingYet, visitorScreens } from './spec-shapes/screens.ts';
import { error, ok, specCalls, type Answers, type SpecServer } from './spec-shapes/spec-server.ts';
import { session, user, verifiedKyc } from './spec-shapes/spec-data.ts';

// Another server serves the app. This server has only the specification's calls and fields, and answers every other
// call with 404 {"detail":"Not Found"} (decision 74).

const reads = specCalls.filter((call) => call.startsWith('GET '));
const never: Answers = Object.fromEntries(reads.map((call) => [call, 'never']));
const isEntry = (flow: Flow) => flow === login || flow === signup;
const titleOf = ({ call }: FailingFlow) => `a failed ${call} keeps the page and shows the specified message`;

test.describe("a screen with the specification's fields only", () => {
  test("the visitor screens work with the specification's fields only", async ({ page, spec }) => {
    expect(spec).toBeDefined();
    for (const { name, path, heading, filled } of visitorScreens)
      await test.step(`shows ${name} to a visitor`, async () => {
        await page.goto(path);
        await expectStanding(page, heading);
        await filled(page);
      });
  });

  // Rules: transactions-1, api-20
  test("the member screens show data with the specification's fields only", async ({ page, spec, open }) => {
    expect(spec).toBeDefined();
    for (const { name, path, heading, filled } of memberScreens)
      await test.step(name, async () => {
        // Loads each screen separately, because otherwise another screen's data would already be loaded.
        await open(page, session, path);
        await expectStanding(page, heading);
        await filled(page);
      });
  });

  // Rules: send-3, api-20
  test("the member screens show empty states with the specification's fields only", async ({ page, enter }) => {
    await enter('/help', nothingYet);
    for (const { name, path, heading, empty } of memberScreens)
      await test.step(name, async () => {
        await navigate(page, path);
        await expectStanding(page, empty === undefined ? /./ : heading);
        await empty?.(page);
      });
  });

  // Rules: api-20
  test("the member screens show their loading state with the specification's fields only", async ({ page, enter }) => {
    await enter('/help', never);
    for (const { name, path } of memberScreens)
      await test.step(name, async () => {
        await navigate(page, path);
        await expectStanding(page, /./);
      });
  });

  test('a verified member sees the badge and a card instead of the wizard', async ({ page, enter }) => {
    const verified = { 'GET /auth/me': ok({ ...user, verified: true }), 'GET /kyc/status': ok(verifiedKyc) };
    await enter('/profile', verified);
    await expect(page.getByText('Verified Account')).toBeVisible();
    await page.getByRole('link', { name: 'KYC Status: Level 2' }).click();
    await expect(page.getByRole('heading', { name: 'KYC Verified!' })).toBeVisible();
    for (const text of ['$10,000', '$50,000', 'access to all features'])
      await expect(page.getByRole('main')).toContainText(text);
  });
});

test("all flows work with the specification's fields only", async ({ page, spec }) => {
  await test.step('signs in and shows the dashboard', async () => {
    await page.goto(login.path);
    await login.fill(page);
    await press(page, login);
    await expect(toast(page, 'Welcome back!')).toBeVisible();
    await expectDashboard(page);
    expect(spec.bodiesOf('POST /auth/login')).toMatchObject([{ email: user.email, password: 'correct-horse' }]);
    const stored = await storedSession(page);
    expect(stored.token).toBe(session.token);
    expect(JSON.parse(stored.user ?? '')).toMatchObject({ name: user.name, email: user.email });
  });

  // Rules: api-8
  await test.step('sends money', async () => {
    await navigate(page, send.path);
    await send.fill(page);
    await expect(page.getByRole('main')).toContainText('$51.00');
    await press(page, send);
    await expect(toast(page, 'Successfully sent USD 50.00 to bo@florin.example')).toBeVisible();
    await expectDashboard(page);
    expect(spec.bodiesOf('POST /transactions/send')).toEqual([
      { recipient_email: 'bo@florin.example', amount: '50.00', currency: 'USD', note: 'Dinner' },
    ]);
  });

  // Rules: errors-3
  await test.step('buys coins', async () => {
    await navigate(page, buy.path);
    await buy.fill(page);
    await expect(page.getByRole('main')).toContainText('$101.50');
    await press(page, buy);
    await expect(toast(page, 'Successfully purchased 0.00155806 BTC')).toBeVisible();
    await expectDashboard(page);
    expect(spec.bodiesOf('POST /crypto/buy')).toMatchObject([{ crypto_symbol: 'BTC', amount_usd: '100.00' }]);
  });

  // Rules: errors-3
  await test.step('sells coins', async () => {
    await navigate(page, sell.path);
    await sell.fill(page);
    await press(page, sell);
    await expect(toast(page, 'Successfully sold 0.01 BTC for $31.67')).toBeVisible();
    await expectDashboard(page);
    expect(spec.bodiesOf('POST /crypto/sell')).toMatchObject([{ crypto_symbol: 'BTC', amount_crypto: '0.01000000' }]);
  });

  await test.step('submits a verification that consists of a form only', async () => {
    await navigate(page, kyc.path);
    await kyc.fill(page);
    await press(page, kyc);
    await expect(toast(page, 'KYC verification submitted successfully!')).toBeVisible();
    await expectDashboard(page);
    expect(spec.bodiesOf('POST /kyc/submit')).toMatchObject([{ first_name: 'Nora', id_type: 'passport' }]);
  });

  // Rules: errors-3
  await test.step('shows the specified messages where the specification makes no call', async () => {
    await test.step('confirms a request for money', async () => {
      await navigate(page, '/receive');
      await page.getByRole('form', { name: 'Request Money' }).getByLabel('Amount').fill('5');
      await page.getByRole('button', { name: 'Send Payment Request' }).click();
      await expect(toast(page, 'Payment request sent!')).toBeVisible();
    });
    await test.step('shows the info message for sharing by email', async () => {
      await page.getByRole('button', { name: 'Share via Email' }).click();
      await page.getByRole('dialog').getByLabel('Recipient email').fill('bo@florin.example');
      await page.getByRole('button', { name: 'Send mail' }).click();
      await expect(toast(page, 'Email functionality coming soon!')).toBeVisible();
      await expectNothingOver(page);
    });
    await test.step('saves the profile', async () => {
      await navigate(page, '/profile');
      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Full Name').fill('Ines O. Okafor');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'Profile updated successfully!')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Edit' })).toBeVisible();
    });
    await test.step('toggles a notification switch', async () => {
      await page.getByRole('switch', { name: 'SMS Notifications' }).press('Space');
      await expect(page.getByRole('switch', { name: 'Email Notifications' })).toBeChecked();
      await expect(page.getByRole('switch', { name: 'SMS Notifications' })).toBeChecked();
    });
    await test.step('logs out', async () => {
      await page.getByRole('button', { name: 'Log Out' }).click();
      await expect(toast(page, 'Logged out successfully')).toBeVisible();
      await expect(page).toHaveURL('/login');
    });
  });

  await test.step('opens an account and shows the dashboard', async () => {
    await page.goto(signup.path);
    await signup.fill(page);
    await press(page, signup);
    await expect(toast(page, 'Account created successfully!')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    expect(spec.bodiesOf('POST /auth/signup')).toMatchObject([{ name: user.name, email: user.email }]);
  });
});

/** Waits for the dashboard's heading, because the address changes before the screen. */
async function expectDashboard(page: Page) {
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome back/);
}

test.describe('a failed call', () => {
  for (const failing of failingFlows.filter(({ flow }) => isEntry(flow)))
    // Rules: sign-in-5, sign-in-11, api-20
    test(titleOf(failing), async ({ page, spec }) => {
      await page.goto(failing.flow.path);
      await expectToStay(page, spec, failing);
    });

  // Rules: kyc-6, errors-1, api-20
  test('a failed call of money, coins or verification keeps the page and shows the specified message', async ({
    page,
    spec,
    enter,
  }) => {
    for (const failing of failingFlows.filter(({ flow }) => !isEntry(flow)))
      await test.step(titleOf(failing), async () => {
        await enter(failing.flow.path);
        await expectToStay(page, spec, failing);
      });
  });

  for (const call of reads)
    // Rules: sign-in-18
    test(`a 401 of ${call} ends the session`, async ({ page, enter }) => {
      const path = call === 'GET /kyc/status' ? '/kyc' : call === 'GET /crypto/list' ? '/buy-crypto' : '/dashboard';
      await enter(path, { [call]: signedOut });
      await expect(page).toHaveURL(/\/login/);
      expect(await storedSession(page)).toEqual({ token: null, user: null });
    });

  // Rules: sign-in-16
  test('any failure of the startup check ends the session', async ({ page, enter }) => {
    await enter('/dashboard', { 'GET /auth/me': error(500, 'Out of order') });
    await expect(page).toHaveURL(/\/login/);
    expect(await storedSession(page)).toEqual({ token: null, user: null });
  });

  for (const [about, screens] of Object.entries(loadingScreens))
    test(`a failed or unreadable response affects only its own card: ${about}`, async ({ page, spec, enter }) => {
      let failing: string | undefined;
      for (const { call, path, by, ...card } of screens)
        // Rules: buy-26, sell-16, errors-2, api-20
        await test.step(`a failed or unreadable ${call} on ${path} affects only its own card`, async () => {
          // Screens of one call follow each other. A good answer in between would be cached.
          if (call !== failing) spec.reset();
          failing = call;
          for (const what of by)
            await test.step(what, async () => {
              await enter(path, { [call]: loadFailures[what] });
              await expectCardFailed(page, card);
            });
        });
    });
});

async function expectToStay(page: Page, spec: SpecServer, { call, flow, fallback, saysDetail }: FailingFlow) {
  await flow.fill(page);
  for (const status of statuses)
    await test.step(`${status}`, async () => {
      const detail = detailOf(call, status);
      spec.answer({ [call]: error(status, detail) });
      await press(page, flow);
      await expect(toast(page, saysDetail ? detail : fallback)).toHaveCount(1);
      await expectNoDuplicateErrors(page, `${call} ${status}`);
      if (!saysDetail && call !== 'POST /kyc/submit') await expect(page.getByText(detail)).toHaveCount(0);
    });
  if (saysDetail) {
    const unknown = ofUnknownCode(call);
    spec.answer({ [call]: unknown });
    await press(page, flow);
    await expect(toast(page, unknown.json.detail).first()).toBeVisible();
  }
  for (const [what, answer] of Object.entries(speechless))
    await test.step(what, async () => {
      spec.answer({ [call]: answer });
      await press(page, flow);
      await expect(toast(page, fallback).first()).toBeVisible();
    });
  expect(new URL(page.url()).pathname).toBe(new URL(flow.path, page.url()).pathname);
}

async function expectCardFailed(page: Page, { message, fails, stays }: FailedCard) {
  await expect(fails(page)).toContainText('Could not load');
  if (message === undefined) await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
  else await expectShownAgain(page, message);
  await stays(page);
}

/** Expects the toast and closes it, so that the next failure must show it again. */
async function expectShownAgain(page: Page, message: string) {
  await expect(toast(page, message)).toBeVisible();
  await page.getByRole('button', { name: 'Close toast' }).click();
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0);
}
