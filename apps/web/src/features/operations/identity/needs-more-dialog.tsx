import { kycItems, type KycCase } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { kycItemName } from '../../../wallet-ui/kyc-words.ts';
import { textOfFailedAct } from '../act-dialog.tsx';
import { ReasonField, reasonMissing } from '../reason-field.tsx';
import { useDecision } from './use-decision.ts';

type Item = (typeof kycItems)[number];
/** What is wrong with an item; an item that is not among them is fine. */
type Reasons = Partial<Record<Item, string>>;

type NeedsMoreDialogProps = { kycCase: KycCase; open: boolean; onClose: () => void; onDecided: () => void };

/** What has to come again, each with what is wrong with it. */
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
      description="The member reads each reason and can send that part again."
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <div className="ops-items">
          {kycItems.map((item) => (
            <AskedItem
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
            Please choose what is needed
          </Notice>
        )}
        {error && (
          <Notice icon={TriangleAlert} tone="bad">
            {textOfFailedAct(error)}
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

type AskedItemProps = {
  item: Item;
  reason: string | undefined;
  error: string | undefined;
  onReason: (reason: string | undefined) => void;
};

function AskedItem({ item, reason, error, onReason }: AskedItemProps) {
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
