import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { toast } from 'sonner';
import { IconButton } from '../../ui/icon-button.tsx';

/** How long the check stays (specification, section 9). */
const feedbackMs = 2000;

export function CopyButton({ text, label }: { text: string; label: string }) {
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
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      iconSize={16}
      label={label}
      className="copy"
      onClick={() => void copy()}
    />
  );
}

/** Outside of https and localhost a browser has no clipboard to offer, which throws here. */
const writeToClipboard = async (text: string) => navigator.clipboard.writeText(text);
