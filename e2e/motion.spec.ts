import type { Page } from '@playwright/test';
import { password } from './members.ts';
import { expect, test } from './product.ts';
import { holdCalls } from './screen.ts';

/** Returns the names of the running CSS animations. */
const running = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map((animation) => (animation instanceof CSSAnimation ? animation.animationName : 'a transition')),
  );

/** Expects the animation to run only without reduced motion. Expects no movement with reduced motion. */
async function expectMotionOnlyWhereWanted(page: Page, animation: string) {
  expect(await running(page)).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(() => running(page)).toContain(animation);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => running(page)).toEqual([]);
}

test('loading animations respect reduced motion', async ({ page, newMember, open }) => {
  const history = await holdCalls(page, 'GET', '/transactions*');
  await open(page, await newMember());
  await expect.poll(history.count).toBe(1);
  await expectMotionOnlyWhereWanted(page, 'pulse');
  history.release();
  await expect(page.getByText('No transactions yet')).toBeVisible();
});

test('busy animations respect reduced motion', async ({ page, newMember }) => {
  const { email } = await newMember();
  const calls = await holdCalls(page, 'POST', '/auth/login');
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.poll(calls.count).toBe(1);
  await expectMotionOnlyWhereWanted(page, 'icon_spin');
  calls.release();
  await expect(page).toHaveURL('/dashboard');
});
