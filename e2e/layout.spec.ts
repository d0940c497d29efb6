import { fillPersonal, go } from './kyc-wizard.ts';
import { expectFit } from './fit.ts';
import { operatorOf } from './operator.ts';
import { expect, test } from './product.ts';

// The screens that a list leads to are looked at where axe looks at them.
test.use({ viewport: { width: 390, height: 844 } });

test('the steps of a verification keep to every window and give room to a finger', async ({
  page,
  newMember,
  open,
}) => {
  await open(page, await newMember(), '/kyc');
  await go(page, 'Continue');
  await expect(page.getByText('Please enter your last name.')).toBeVisible();
  await expectFit(page, 'Personal Info');
  await fillPersonal(page, 'Lind');
  await go(page, 'Continue');
  await expect(page.getByLabel('ID number')).toBeVisible();
  await expectFit(page, 'ID Document');
});

test('operations keep to every window and give room to a finger', async ({ page, baseURL, open }) => {
  await open(page, await operatorOf(baseURL ?? ''), '/operations');
  await expect(page.getByRole('region', { name: 'Users' }).getByRole('table')).toBeVisible();
  await expectFit(page, 'operations');
});
