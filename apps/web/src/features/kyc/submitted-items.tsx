import { clsx } from 'clsx';
import { Check, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { KycStatus } from '../../api/read/answers.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { kycItemName } from '../../wallet-ui/kyc-words.ts';
import { missingReason, type Item } from './missing-items.ts';
import { Problem } from './problem.tsx';
import styles from './kyc.module.css';

const items: readonly Item[] = ['personal', 'document', 'selfie'];

const replaceLabels: Record<Item, string> = { personal: 'Edit', document: 'Upload again', selfie: 'Take again' };

type SubmittedItemsProps = {
  reasons: KycStatus['reasons'];
  missing: readonly Item[];
  /** The item that the member just replaced. Its button gets the focus. */
  focusOn: Item | undefined;
  busy: boolean;
  problem: string | undefined;
  onReplace: (item: Item) => void;
  onSubmit: () => void;
};

/** Lists the submitted items with the reasons why some must be replaced. */
export function SubmittedItems({ reasons, missing, focusOn, busy, problem, onReplace, onSubmit }: SubmittedItemsProps) {
  const ready = items.length - missing.length;
  return (
    <div className={styles.need}>
      <header className="rule-head">
        <h2>What we have</h2>
        <span className="small muted">{ready} of 3 ready</span>
      </header>
      <ul>
        {items.map((item) => (
          <ItemRow
            key={item}
            item={item}
            reason={reasons.find((each) => each.item === item)?.reason}
            isMissing={missing.includes(item)}
            focused={item === focusOn}
            onReplace={() => onReplace(item)}
          />
        ))}
      </ul>
      {problem !== undefined && <Problem isAlert>{problem}</Problem>}
      <div className="actions">
        <Button
          variant="primary"
          size="l"
          className={styles.send}
          busy={busy}
          reason={missingReason(reasons.length, missing)}
          onClick={onSubmit}
        >
          Submit for Review
        </Button>
      </div>
    </div>
  );
}

type ItemRowProps = {
  item: Item;
  reason: string | undefined;
  isMissing: boolean;
  focused: boolean;
  onReplace: () => void;
};

function ItemRow({ item, reason, isMissing, focused, onReplace }: ItemRowProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return (
    <li className={styles.item}>
      <span className={clsx('way', isMissing ? 'bad' : 'ok')}>
        <Icon as={isMissing ? X : Check} />
      </span>
      <div>
        <b className="strong">{kycItemName[item]}</b>
        <p className={clsx(isMissing && 'negative')}>
          {isMissing ? reason : reason === undefined ? 'Accepted' : 'Replaced'}
        </p>
      </div>
      {reason !== undefined && (
        <Button ref={button} size="s" onClick={onReplace} aria-label={`${replaceLabels[item]}: ${kycItemName[item]}`}>
          {replaceLabels[item]}
        </Button>
      )}
    </li>
  );
}
