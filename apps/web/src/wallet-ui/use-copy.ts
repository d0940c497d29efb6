import { useEffect, useState } from 'react';
import { toast } from '../ui/toast.ts';

/** How long the check mark is shown (rule receive-4). */
const feedbackMs = 2000;

/** Copies a text and shows a toast with the result. */
export function useCopy(text: string) {
  // Stores the time, so that a second press restarts the two seconds.
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

/** Rejects without a clipboard, which browsers offer only on https and localhost. */
const writeToClipboard = async (text: string) => navigator.clipboard.writeText(text);
