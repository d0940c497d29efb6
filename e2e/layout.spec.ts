import { fillPersonal, go } from './kyc-wizard.ts';
import { expectFit } from './fit.ts';
import { send } from './members.ts';
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

test('what marks all notifications as read stands at the edge of their list, in one line', async ({
  page,
  newMember,
  open,
}) => {
  const [piet, member] = [await newMember({ funds: { USD: '30.00' } }), await newMember()];
  await send(piet, member, '1.00');
  await open(page, member, '/notifications');
  const mark = page.getByRole('button', { name: 'Mark all read' });
  const list = page.getByRole('region', { name: 'Notifications', exact: true });
  const lengths: (number | undefined)[] = [];
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const link = await mark.boundingBox();
    expect(edgeOf(link)).toBeCloseTo(edgeOf(await list.boundingBox()), 0);
    lengths.push(link?.width);
  }
  expect(lengths[1]).toBe(lengths[0]);
});

type Box = { x: number; width: number } | null;
const edgeOf = (box: Box) => (box ? box.x + box.width : Number.NaN);
