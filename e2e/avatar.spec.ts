import type { Page } from '@playwright/test';
import { photo } from './photo.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

/** Returns the color of a point of the picture in the account menu's button. `x` is a fraction of the width. */
const colorOfPicture = (page: Page, x: number) =>
  page.getByRole('button', { name: 'Account', exact: true }).evaluate(async (button, part) => {
    const image = button.querySelector('img');
    if (!image) return 'no picture';
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const paper = canvas.getContext('2d');
    paper?.drawImage(image, 0, 0);
    const [red = 0, , blue = 0] =
      paper?.getImageData(part * image.naturalWidth, image.naturalHeight / 2, 1, 1).data ?? [];
    return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'neither';
  }, x);

// Rules: sign-in-22, profile-6
test('crops a photo to a square by keyboard or dragging and shows it in the account menu', async ({
  page,
  newMember,
  open,
}) => {
  await open(page, await newMember(), '/profile');
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Change photo' }).click();
    await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await photo(page) });
  };
  const dialog = page.getByRole('dialog', { name: 'Your photo' });

  await choose();
  await dialog.getByRole('button', { name: /^Photo:/ }).focus();
  for (let press = 0; press < 12; press++) await page.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Use this photo' }).click();
  await expect(toast(page, 'Photo updated')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => colorOfPicture(page, 0.9)).toBe('red');
  await expect(page.getByRole('button', { name: 'Change photo' })).toBeFocused();

  await choose();
  const view = dialog.getByRole('button', { name: /^Photo:/ });
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('2');
  const box = await view.boundingBox();
  if (!box) throw new Error('the photo view has no box');
  await page.mouse.move(box.x + box.width - 5, box.y + 20);
  await page.mouse.down();
  for (const part of [0.6, 0.3, 0]) await page.mouse.move(box.x + box.width * part, box.y + 20);
  await page.mouse.up();
  await dialog.getByRole('button', { name: 'Use this photo' }).click();
  await expect.poll(() => colorOfPicture(page, 0.1)).toBe('blue');

  await page.reload();
  await expect.poll(() => colorOfPicture(page, 0.5)).toBe('blue');
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expect.poll(() => colorOfPicture(page, 0.5)).toBe('no picture');
});

test('rejects a file that is not a picture with a message', async ({ page, newMember, open }) => {
  await open(page, await newMember(), '/profile');
  const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ this is a program') };
  await page.getByLabel('Photo', { exact: true }).setInputFiles(file);
  await expect(toast(page, 'Choose a JPG, PNG, WebP or HEIC picture.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
