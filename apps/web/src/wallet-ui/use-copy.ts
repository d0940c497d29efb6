import { useEffect, useState } from 'react';
import { toast } from '../ui/toast.ts';

/** How long the check stays (specification, section 9). */
const feedbackMs = 2000;

/** Copies a text and says so, or says that it could not. */
export function useCopy(text: string) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), feedbackMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    writeToClipboard(text).then(
      () => {
        setIsCopied(true);
        toast.success('Copied to clipboard!');
      },
      () => toast.error('Could not copy. Select the text and copy it by hand.'),
    );
  return { isCopied, copy: () => void copy() };
}

/** Outside of https and localhost a browser has no clipboard to offer, which throws here. */
const writeToClipboard = async (text: string) => navigator.clipboard.writeText(text);
