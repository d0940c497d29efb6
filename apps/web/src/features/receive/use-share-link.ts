import { useCopy } from '../../wallet-ui/use-copy.ts';

/** The browser's share sheet, else a copy. */
export function useShareLink(url: string, text: string) {
  const { copy } = useCopy(url);
  return () => {
    const data = { title: 'Florin', text, url };
    if (typeof navigator.share !== 'function') return copy();
    navigator.share(data).catch((error: unknown) => {
      // Whoever closes the sheet has changed their mind; where it failed, the copy still helps.
      if (!(error instanceof DOMException && error.name === 'AbortError')) copy();
    });
  };
}
