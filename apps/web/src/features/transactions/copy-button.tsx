import { Check, Copy } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { useCopy } from '../../wallet-ui/use-copy.ts';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text);
  return <IconButton icon={isCopied ? Check : Copy} iconSize={16} label={label} className="copy" onClick={copy} />;
}
