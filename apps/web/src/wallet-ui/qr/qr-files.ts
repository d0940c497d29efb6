import { qrPath, quietZone, type QrMatrix } from './qr-code.ts';

/** The minimum side of the image. A PNG module is a whole number of pixels. */
const minimumPixels = 1024;

export function qrSvg(matrix: QrMatrix): Blob {
  const size = matrix.length + 2 * quietZone;
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${minimumPixels}" height="${minimumPixels}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${qrPath(matrix, quietZone)}"/></svg>\n`;
  return new Blob([text], { type: 'image/svg+xml' });
}

export async function qrPng(matrix: QrMatrix): Promise<Blob> {
  const modules = matrix.length + 2 * quietZone;
  const scale = Math.ceil(minimumPixels / modules);
  const canvas = document.createElement('canvas');
  canvas.width = modules * scale;
  canvas.height = modules * scale;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('Cannot draw the QR code: the browser returned no 2D canvas context.');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  pen.fillStyle = '#000';
  pen.fill(new Path2D(qrPath(matrix, quietZone)));
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('Cannot save the QR code: the browser returned no PNG.'))),
      'image/png',
    );
  });
}
