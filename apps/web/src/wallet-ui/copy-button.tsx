import { Check, Copy } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useCopy } from './use-copy.ts';

/** `what` completes the name: Copy email. It is for those who do not see the row, unless it is to be `shown`. */
export function CopyButton({ text, what, shown = false }: { text: string; what: string; shown?: boolean }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <Button size="s" className={isCopied ? 'is-ok' : undefined} onClick={copy}>
      <Icon as={isCopied ? Check : Copy} size={16} />
      <span>
        {isCopied ? 'Copied' : 'Copy'} <span className={shown ? undefined : 'sr'}>{what}</span>
      </span>
    </Button>
  );
}
