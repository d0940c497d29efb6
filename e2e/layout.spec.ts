import { send } from './members.ts';
import { expect, test } from './product.ts';

test('the button that marks all notifications as read aligns with the list in one line', async ({
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
