import { Check, Copy } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { useCopy } from './use-copy.ts';

/** `what` completes the accessible name, as in "Copy email", and is visible only with `shown`. */
export function CopyButton({ text, what, shown = false }: { text: string; what: string; shown?: boolean }) {
  const { isCopied, copy } = useCopy(text);
  return (
    <Button size="s" className={isCopied ? 'is-ok' : undefined} onClick={copy}>
      <Icon as={isCopied ? Check : Copy} size={16} />
      <span>
        {isCopied ? 'Copied' : 'Copy'} <span className={shown ? undefined : 'screen-reader'}>{what}</span>
      </span>
    </Button>
  );
}
