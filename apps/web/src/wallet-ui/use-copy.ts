import { useEffect, useState } from 'react';
import { toast } from '../ui/toast.ts';

/** How long the check stays (rule receive-4). */
const feedbackMs = 2000;

/** Copies a text and says so, or says that it could not. */
export function useCopy(text: string) {
  // When, not whether: pressed once more, it stays for the whole time again.
  const [copiedAt, setCopiedAt] = useState<number>();
  useEffect(() => {
    if (copiedAt === undefined) return undefined;
    const timer = setTimeout(() => setCopiedAt(undefined), feedbackMs);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const copy = () =>
    writeToClipboard(text).then(
      () => {
        setCopiedAt(performance.now());
        toast.success('Copied to clipboard!');
      },
      () => toast.error('Could not copy. Select the text and copy it by hand.'),
    );
  return { isCopied: copiedAt !== undefined, copy: () => void copy() };
}

/** Outside of https and localhost a browser has no clipboard to offer, which throws here. */
const writeToClipboard = async (text: string) => navigator.clipboard.writeText(text);
