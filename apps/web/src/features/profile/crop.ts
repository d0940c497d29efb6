/** A picture's size, in its own pixels. */
export type PictureSize = { readonly width: number; readonly height: number };

/** The square that is kept, in the picture's own pixels: its middle and its side. */
export type Crop = { readonly x: number; readonly y: number; readonly side: number };

export const mostZoom = 4;

/** As much as there is, from the middle. */
export const wholeCrop = ({ width, height }: PictureSize): Crop => ({
  x: width / 2,
  y: height / 2,
  side: Math.min(width, height),
});

export const zoomOf = ({ width, height }: PictureSize, { side }: Crop): number => Math.min(width, height) / side;

/** Around the same middle, as far as the picture reaches. */
export function zoomedTo(size: PictureSize, crop: Crop, zoom: number): Crop {
  const side = Math.min(size.width, size.height) / clamped(zoom, 1, mostZoom);
  return within(size, { ...crop, side });
}

/** The picture moves under the window by parts of the window's side: to the right with a positive `x`. */
export const movedBy = (size: PictureSize, crop: Crop, { x, y }: { x: number; y: number }): Crop =>
  within(size, { ...crop, x: crop.x - x * crop.side, y: crop.y - y * crop.side });

const within = ({ width, height }: PictureSize, { x, y, side }: Crop): Crop => ({
  x: clamped(x, side / 2, width - side / 2),
  y: clamped(y, side / 2, height - side / 2),
  side,
});

const clamped = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);

/** Where the whole picture stands, in parts of the window. */
export const placeOf = ({ width }: PictureSize, { x, y, side }: Crop) => ({
  width: percent(width / side),
  left: percent(0.5 - x / side),
  top: percent(0.5 - y / side),
});

const percent = (part: number) => `${part * 100}%`;
