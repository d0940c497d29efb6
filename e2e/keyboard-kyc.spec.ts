import type { Locator, Page } from '@playwright/test';
import { choose, expectFocus, expectFocusKept, press, tabTo, type } from './by-keyboard.ts';
import { documentNumber, jpeg } from './kyc-papers.ts';
import { heading } from './kyc-wizard.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function typePersonal(page: Page) {
  await type(page, page.getByLabel('First name'), 'Nora');
  await type(page, page.getByLabel('Last name'), 'Review');
  await tabTo(page, page.getByLabel('Date of birth'));
  await page.keyboard.type('04171991');
  await expect(page.getByLabel('Date of birth')).toHaveValue('1991-04-17');
  await type(page, page.getByLabel('Street address'), 'Rua do Norte 41');
  await type(page, page.getByLabel('City'), 'Lisbon');
  await type(page, page.getByLabel('Postal code'), '1200-283');
  await choose(page, page.getByLabel('Country'), 'Portu', 'PT');
  await page.keyboard.press('Tab');
}

async function upload(page: Page, opener: Locator, name: string) {
  const photo = await jpeg(page, name);
  const chooser = page.waitForEvent('filechooser');
  await press(page, opener);
  await (await chooser).setFiles(photo);
}

test('the three verification steps work by keyboard', async ({ page, newMember, open }) => {
  await open(page, await newMember(), '/kyc');
  await press(page, button(page, 'Continue'));
  await expectFocus(page.getByLabel('First name'));
  await typePersonal(page);
  await press(page, button(page, 'Continue'));
  await expect(heading(page, 'ID Document')).toBeFocused();

  await tabTo(page, page.getByRole('radio', { name: 'Passport' }));
  await page.keyboard.press('ArrowDown');
  await expectFocus(page.getByRole('radio', { name: /Driver/ }));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Passport' })).toBeChecked();
  await type(page, page.getByLabel('ID number'), documentNumber());
  await upload(page, button(page, /^Choose a file/), 'passport.jpg');
  await expect(button(page, 'Replace passport.jpg')).toBeVisible();
  await expectFocusKept(page);
  await press(page, button(page, 'Remove passport.jpg'));
  await expectFocus(button(page, /^Choose a file/));
  await upload(page, button(page, /^Choose a file/), 'better.jpg');
  await expect(button(page, 'Replace better.jpg')).toBeVisible();
  await press(page, button(page, 'Continue'));

  await expect(heading(page, 'Selfie')).toBeFocused();
  await expect(button(page, 'Take photo')).toBeEnabled();
  await press(page, button(page, 'Take photo'));
  await expect(page.getByAltText('Your selfie')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectFocusKept(page);
  await press(page, button(page, 'Take again'));
  await expect(button(page, 'Take photo')).toBeEnabled();
  await expectFocusKept(page);
  await press(page, button(page, 'Take photo'));
  await expect(button(page, 'Submit for Review')).toBeEnabled();
  await press(page, button(page, 'Submit for Review'));
  await expect(toast(page, 'KYC verification submitted successfully!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('a photo can be uploaded by keyboard when there is no camera', async ({ page, newMember, open }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotFoundError'));
  });
  await open(page, await newMember(), '/kyc');
  await typePersonal(page);
  await press(page, button(page, 'Continue'));
  await type(page, page.getByLabel('ID number'), documentNumber());
  await upload(page, button(page, /^Choose a file/), 'passport.jpg');
  await expect(button(page, 'Replace passport.jpg')).toBeVisible();
  await press(page, button(page, 'Continue'));
  await press(page, button(page, 'Try the camera again'));
  await expect(page.getByRole('alert')).toContainText('No camera was found.');
  await upload(page, button(page, 'Upload a photo instead'), 'me.jpg');
  await expect(page.getByAltText('Your selfie')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expectFocusKept(page);
  await tabTo(page, button(page, 'Submit for Review'));
});
