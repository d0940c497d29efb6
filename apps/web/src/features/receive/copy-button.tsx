import { Check, Copy } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCopy } from '../../wallet-ui/use-copy.ts';

/** `what` completes the name for those who do not see the row: Copy email. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <Button size="s" className={isCopied ? 'is-ok' : undefined} onClick={copy}>
      <Icon as={isCopied ? Check : Copy} size={16} />
      <span>
        {isCopied ? 'Copied' : 'Copy'} <span className="sr">{what}</span>
      </span>
    </Button>
  );
}
