import { useCopy } from '../../wallet-ui/use-copy.ts';
import { brandName } from '../../ui/brand.ts';

/** Returns a function that opens the browser's share sheet. Without a share sheet, the function copies the link. */
export function useShareLink(url: string, text: string) {
  const { copy } = useCopy(url);
  return () => {
    const data = { title: brandName, text, url };
    if (typeof navigator.share !== 'function') return copy();
    navigator.share(data).catch((error: unknown) => {
      // AbortError means that the member closed the sheet. Any other failure falls back to copying.
      if (!(error instanceof DOMException && error.name === 'AbortError')) copy();
    });
  };
}
