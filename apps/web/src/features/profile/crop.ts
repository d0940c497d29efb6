/** The size of a picture in pixels. */
export type PictureSize = { readonly width: number; readonly height: number };

/** The square to keep, in pixels of the picture. `x` and `y` are the center of the square. */
export type Crop = { readonly x: number; readonly y: number; readonly side: number };

export const maxZoom = 4;

/** Returns the largest centered square. */
export const largestCrop = ({ width, height }: PictureSize): Crop => ({
  x: width / 2,
  y: height / 2,
  side: Math.min(width, height),
});

export const zoomOf = ({ width, height }: PictureSize, { side }: Crop): number => Math.min(width, height) / side;

/** Zooms around the same center, from 1 to `maxZoom`. Keeps the crop inside the picture. */
export function zoomCrop(size: PictureSize, crop: Crop, zoom: number): Crop {
  const side = Math.min(size.width, size.height) / clamp(zoom, 1, maxZoom);
  return clampCrop(size, { ...crop, side });
}

/** Moves the picture by fractions of the window. A positive `x` moves it to the right. */
export const moveCrop = (size: PictureSize, crop: Crop, { x, y }: { x: number; y: number }): Crop =>
  clampCrop(size, { ...crop, x: crop.x - x * crop.side, y: crop.y - y * crop.side });

const clampCrop = ({ width, height }: PictureSize, { x, y, side }: Crop): Crop => ({
  x: clamp(x, side / 2, width - side / 2),
  y: clamp(y, side / 2, height - side / 2),
  side,
});

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** Returns the CSS position of the whole picture, in percent of the window. */
export const imagePosition = ({ width }: PictureSize, { x, y, side }: Crop) => ({
  width: percent(width / side),
  left: percent(0.5 - x / side),
  top: percent(0.5 - y / side),
});

const percent = (fraction: number) => `${fraction * 100}%`;
