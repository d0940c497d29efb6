import { kycItems, type KycCase } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { kycItemName } from '../../../wallet-ui/kyc-words.ts';
import { actErrorText } from '../act-dialog.tsx';
import { ReasonField, reasonMissing } from '../reason-field.tsx';
import { useDecision } from './use-decision.ts';
import styles from '../operations.module.css';

type Item = (typeof kycItems)[number];
/** The reason for each rejected item. Accepted items are missing. */
type Reasons = Partial<Record<Item, string>>;

type NeedsMoreDialogProps = { kycCase: KycCase; open: boolean; onClose: () => void; onDecided: () => void };

/** Asks the member to resubmit items, with a reason for each item. */
export function NeedsMoreDialog({ kycCase, open, onClose, onDecided }: NeedsMoreDialogProps) {
  const [reasons, setReasons] = useState<Reasons>({});
  const [submitted, setSubmitted] = useState(false);
  const { run, busy, error } = useDecision(kycCase, { shown: open, onDecided });
  const given = kycItems.flatMap((item) => {
    const reason = reasons[item]?.trim();
    return reason === undefined ? [] : [{ item, reason }];
  });
  const submit = () => {
    setSubmitted(true);
    if (given.length > 0 && given.every(({ reason }) => reason !== '')) run({ decision: 'needs_more', reasons: given });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title={`Ask ${kycCase.name} for more`}
      description="The member sees each reason and can resubmit that part."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className={styles.items}>
          {kycItems.map((item) => (
            <RequestedItem
              key={item}
              item={item}
              reason={reasons[item]}
              error={submitted && reasons[item]?.trim() === '' ? reasonMissing : undefined}
              onReason={(reason) => setReasons((before) => withReason(before, item, reason))}
            />
          ))}
        </div>
        {submitted && given.length === 0 && (
          <Notice icon={TriangleAlert} tone="bad">
            Choose at least one item
          </Notice>
        )}
        {error && (
          <Notice icon={TriangleAlert} tone="bad">
            {actErrorText(error)}
          </Notice>
        )}
        <div className="actions">
          <Button type="submit" variant="primary" busy={busy}>
            {busy ? 'Processing...' : 'Ask for more'}
          </Button>
          <Button disabled={busy} onClick={onClose}>
            Not now
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type RequestedItemProps = {
  item: Item;
  reason: string | undefined;
  error: string | undefined;
  onReason: (reason: string | undefined) => void;
};

function RequestedItem({ item, reason, error, onReason }: RequestedItemProps) {
  return (
    <div>
      <Checkbox
        label={kycItemName[item]}
        checked={reason !== undefined}
        onChange={({ target }) => onReason(target.checked ? '' : undefined)}
      />
      {reason !== undefined && (
        <ReasonField
          label={`What is wrong with ${itemInText[item]}`}
          value={reason}
          onChange={onReason}
          error={error}
        />
      )}
    </div>
  );
}

function withReason(reasons: Reasons, item: Item, reason: string | undefined): Reasons {
  const { [item]: _, ...others } = reasons;
  return reason === undefined ? others : { ...others, [item]: reason };
}

const itemInText: Record<Item, string> = {
  personal: 'the personal info',
  document: 'the document',
  selfie: 'the selfie',
};
