// The member's input in the verification wizard, and the operator's decision.

import { endpoints, type BodyOf, type Endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { documentNumber, jpeg } from './kyc-papers.ts';
import { operatorOf } from './operator.ts';
import { expect } from './product.ts';
import { toast } from './screen.ts';

export const step = (page: Page, name: string) => page.getByRole('form', { name });
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
export const progress = (page: Page) => page.locator('.kyc_number');
export const go = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click();
export const slot = (page: Page, label: string) => page.getByLabel(label, { exact: true }).and(page.locator('input'));

export async function fillPersonal(page: Page, lastName: string) {
  await page.getByLabel('First name').fill('Nora');
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Date of birth').fill('1991-04-17');
  await page.getByLabel('Street address').fill('Rua do Norte 41');
  await page.getByLabel('City').fill('Lisbon');
  await page.getByLabel('Postal code').fill('1200-283');
  await page.getByLabel('Country').selectOption({ label: 'Portugal' });
}

export async function takeSelfie(page: Page) {
  await go(page, 'Take photo');
  await expect(page.getByAltText('Your selfie')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
}

/** Fills in a passport and continues to the selfie. */
async function fillDocument(page: Page) {
  await page.getByLabel('ID number').fill(documentNumber());
  await slot(page, 'Photo of the document').setInputFiles(await jpeg(page, 'passport.jpg'));
  await expect(page.getByRole('button', { name: 'Replace passport.jpg' })).toBeVisible();
  await go(page, 'Continue');
}

/** Fills in all three steps with a passport, up to the submission. */
export async function fillWizard(page: Page, lastName: string) {
  await fillPersonal(page, lastName);
  await go(page, 'Continue');
  await fillDocument(page);
  await takeSelfie(page);
}

export async function submit(page: Page) {
  await go(page, 'Submit for Review');
  await expect(toast(page, 'KYC verification submitted successfully!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
}

type Verdict = BodyOf<Endpoints['decideKycCase']>;

/** Decides as the sandbox's operator once the case is in manual review. */
export async function decide(page: Page, memberId: string, verdict: Verdict) {
  const { api } = await operatorOf(new URL(page.url()).origin);
  const waits = async () => (await api.call(endpoints.listKycCases)).some(({ id }) => id === memberId);
  await expect.poll(waits, { timeout: 60_000 }).toBe(true);
  await api.call(endpoints.decideKycCase, { params: { id: memberId }, body: verdict });
}
