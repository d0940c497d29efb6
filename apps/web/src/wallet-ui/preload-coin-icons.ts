/** Reading so many takes a fraction of what an idle page grants at once. */
const atOnce = 6;

/** Held on to, so that the browser does. */
const ready = new Map<string, HTMLImageElement>();

/**
 * Reads the drawings of these coins while the page has nothing else to do, a few at a time: a drawing that is read only as
 * it scrolls into sight costs the scroll a frame. Nothing on a connection that asks to be spared.
 *
 * @returns stops it
 */
export function preloadCoinIcons(symbols: readonly string[]): () => void {
  if (!('requestIdleCallback' in globalThis) || wantsToSpareData()) return () => undefined;
  const waiting = symbols.filter((symbol) => !ready.has(symbol));
  let next: number | undefined;
  const goOn = () => {
    next = waiting.length > 0 ? requestIdleCallback(readSome) : undefined;
  };
  const readSome = () => {
    const read = waiting.splice(0, atOnce).map((symbol) => {
      const image = new Image();
      image.src = coinIconUrl(symbol);
      ready.set(symbol, image);
      return image.decode();
    });
    void Promise.allSettled(read).then(goOn); // a coin without a drawing has a monogram
  };
  goOn();
  return () => {
    waiting.length = 0;
    if (next !== undefined) cancelIdleCallback(next);
  };
}

export const coinIconUrl = (symbol: string) => `/coins/${symbol.toLowerCase()}.svg`;

const wantsToSpareData = () =>
  'connection' in navigator && (navigator.connection as { readonly saveData?: boolean }).saveData === true;
