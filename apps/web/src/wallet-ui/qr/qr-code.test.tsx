import { cleanup, render } from '@testing-library/react';
import { encode } from 'uqr';
import { afterEach, expect, test } from 'vitest';
import { qrMatrix, qrPath, quietZone } from './qr-code.ts';
import { QrCodeImage } from './qr-code-image.tsx';
import { qrSvg } from './qr-files.ts';

afterEach(cleanup);

const links = [
  'https://florin.example/pay/ines.almeida@florin.example',
  'https://florin.example/pay/ines.almeida@florin.example?amount=25.00&currency=EUR&note=Caf%C3%A9+%26+cake',
  `https://florin.example/pay/ines.almeida@florin.example?note=${'x'.repeat(900)}`,
];

/** Returns the modules that a path of horizontal runs fills. */
function modulesOf(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let dx = 0; dx < Number(length); dx++) {
      const row = modules[Number(y)];
      if (row) row[Number(x) + dx] = true;
    }
  return modules;
}

test.each(links)('the QR image draws the modules of the code for link %#', (link) => {
  const { data, size } = encode(link, { ecc: 'M', boostEcc: false, border: 0 });
  const { container } = render(<QrCodeImage matrix={qrMatrix(link)} label="QR code" />);
  expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
  expect(modulesOf(container.querySelector('path')?.getAttribute('d') ?? '', size)).toEqual(data);
});

test('the QR image is dark on white in every theme', () => {
  const { container } = render(<QrCodeImage matrix={qrMatrix('x')} label="QR code" />);
  expect(container.querySelector('path')?.getAttribute('fill')).toBe('#131810');
  expect(container.querySelector('[style], style')).toBeNull();
});

test('the SVG file has the same modules inside a quiet zone of four modules', async () => {
  const matrix = qrMatrix('https://florin.example/pay/ines.almeida@florin.example');
  const text = await qrSvg(matrix).text();
  const file = new DOMParser().parseFromString(text, 'image/svg+xml');
  const size = matrix.length + 8;
  expect(file.documentElement.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
  const [background, dark] = file.querySelectorAll('path');
  expect(background?.getAttribute('d')).toBe(`M0 0h${size}v${size}H0z`);
  expect(background?.getAttribute('fill')).toBe('#fff');
  const drawn = modulesOf(dark?.getAttribute('d') ?? '', size);
  expect(drawn.slice(quietZone, -quietZone).map((row) => row.slice(quietZone, -quietZone))).toEqual(matrix);
  expect(drawn.flat().filter(Boolean)).toHaveLength(matrix.flat().filter(Boolean).length);
});

test('an empty QR matrix draws nothing', () => {
  expect(qrPath([])).toBe('');
});
