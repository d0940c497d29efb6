import { fillDocument, fillPersonal, go, submit, takeSelfie } from './kyc-wizard.ts';
import { expectReadable, readWith, usual } from './letters.ts';
import { operatorOf } from './operator.ts';
import { expect, test } from './product.ts';

// Letters twice as large, and a window of 320 px: nothing is cut, nothing lies over something else, nothing scrolls
// sideways but tables and charts in their own box, and the bars leave the window to the page (WCAG 1.4.4, 1.4.10).
// every-screen.spec.ts looks at all other screens.

// The browser keeps them for the pages of other tests.
test.afterEach(({ page }) => readWith(page, usual));

test('the steps of a verification can be read with large letters and in a narrow window', async ({
  page,
  newMember,
  open,
}) => {
  await open(page, await newMember(), '/kyc');
  await go(page, 'Continue');
  await expect(page.getByText('Please enter your last name.')).toBeVisible();
  await expectReadable(page, 'Personal Info');
  await readWith(page, usual);
  await fillPersonal(page, 'Lind');
  await go(page, 'Continue');
  await expect(page.getByLabel('ID number')).toBeVisible();
  await expectReadable(page, 'ID Document');
  await readWith(page, usual);
  await fillDocument(page);
  await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled();
  await expectReadable(page, 'Selfie, the camera');
  await readWith(page, usual);
  await takeSelfie(page);
  await expectReadable(page, 'Selfie');
  await readWith(page, usual);
  await submit(page);
  await page.goto('/kyc');
  await expect(page.getByRole('heading', { name: /^In review$|^KYC Verified!$/ })).toBeVisible();
  await expectReadable(page, 'KYC, submitted');
});

test('operations can be read with large letters and in a narrow window', async ({ page, baseURL, open }) => {
  await open(page, await operatorOf(baseURL ?? ''), '/operations');
  await expect(page.getByRole('region', { name: 'Users' }).getByRole('table')).toBeVisible();
  await expectReadable(page, 'operations');
});
