import { Check, Copy } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';
import { useCopy } from './use-copy.ts';

type CopyIconButtonProps = { text: string; label: string; className?: string | undefined };

/** Copies a text and shows a check mark for two seconds. For a button with words, use CopyButton. */
export function CopyIconButton({ text, label, className }: CopyIconButtonProps) {
  const { isCopied, copy } = useCopy(text);
  return <IconButton icon={isCopied ? Check : Copy} iconSize={16} label={label} className={className} onClick={copy} />;
}
