/** Icons per idle callback. Decoding so few takes a fraction of the callback's deadline. */
const batchSize = 6;

/** Keeps references, so that the browser keeps the decoded images. */
const loadedIcons = new Map<string, HTMLImageElement>();

/**
 * Loads and decodes the icons of these coins in small batches while the page is idle. Decoding an icon during a scroll
 * drops a frame. Does nothing if the browser asks to save data.
 *
 * @returns a function that stops the loading
 */
export function preloadCoinIcons(symbols: readonly string[]): () => void {
  if (!('requestIdleCallback' in globalThis) || isSavingData()) return () => undefined;
  const waiting = symbols.filter((symbol) => !loadedIcons.has(symbol));
  let next: number | undefined;
  const scheduleNext = () => {
    next = waiting.length > 0 ? requestIdleCallback(loadBatch) : undefined;
  };
  const loadBatch = () => {
    const batch = waiting.splice(0, batchSize).map((symbol) => {
      const image = new Image();
      image.src = coinIconUrl(symbol);
      loadedIcons.set(symbol, image);
      return image.decode();
    });
    void Promise.allSettled(batch).then(scheduleNext); // a missing icon is not an error: its coin shows letters
  };
  scheduleNext();
  return () => {
    waiting.length = 0;
    if (next !== undefined) cancelIdleCallback(next);
  };
}

export const coinIconUrl = (symbol: string) => `/coins/${symbol.toLowerCase()}.svg`;

const isSavingData = () =>
  'connection' in navigator && (navigator.connection as { readonly saveData?: boolean }).saveData === true;
