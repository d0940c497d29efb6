import type { Page } from '@playwright/test';

/** A photo with a red left half and a blue right half. */
export async function photo(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1200, 600];
    const paper = canvas.getContext('2d');
    paper?.fillRect(0, 0, 1200, 600);
    for (const [color, left] of [
      ['red', 0],
      ['blue', 600],
    ] as const) {
      if (paper) paper.fillStyle = color;
      paper?.fillRect(left, 0, 600, 600);
    }
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
}
