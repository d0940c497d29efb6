/** A part of a document that stays on one page, with its height in points. */
export type Block = { readonly height: number; readonly draw: (y: number) => Promise<void> };

/** The positions of blocks on the first page and on all other pages. */
export type Bounds = { readonly firstTop: number; readonly nextTop: number; readonly bottom: number };

export type PlacedBlock = { readonly block: Block; readonly y: number };

/** Distributes blocks over pages in their order. */
export function placeBlocks(blocks: readonly Block[], { firstTop, nextTop, bottom }: Bounds): PlacedBlock[][] {
  const pages: PlacedBlock[][] = [[]];
  let y = firstTop;
  for (const block of blocks) {
    if (y + block.height > bottom) {
      pages.push([]);
      y = nextTop;
    }
    pages.at(-1)?.push({ block, y });
    y += block.height;
  }
  return pages;
}
