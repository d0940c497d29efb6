import { ScrollText, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useFirstErrorFocus } from '../../../ui/use-first-error-focus.ts';
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts';
import { useIsOpen } from '../../../ui/use-is-open.ts';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { FeeSummary, type SumLine } from '../../../wallet-ui/fee-summary.tsx';
import { ReasonField } from '../reason-field.tsx';
import { soloLimit } from '../solo-limit.ts';
import { amountOfLine, needsSecondOperator, sumOfLine, type AmountOfBank } from './line-words.ts';
import { useCredit, type Credit, type CreditCommand } from './use-credit.ts';
import styles from './bank-desk.module.css';

/** Unallocated money with its known data. */
type Money = AmountOfBank & {
  /** The email of the probable recipient. */
  email?: string | undefined;
  emailHelp?: ReactNode;
  facts: readonly SumLine[];
};

export type CreditDialogProps = {
  money: Money;
  command: CreditCommand;
  open: boolean;
  onClose: () => void;
  /** Returns the element to focus afterwards, because the pressed button is gone. */
  focusWhenDone: () => HTMLElement | null;
};

/** Credits unallocated money to a member, or proposes the credit. */
export function CreditDialog({ money, command, open, onClose, focusWhenDone }: CreditDialogProps) {
  const credit = useCredit(money, command, { isOpen: useIsOpen(open), onDone: onClose });
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title={`Credit ${sumOfLine(money)} to a member`}
      returnFocusTo={() => (credit.isDone() ? focusWhenDone() : undefined)}
    >
      <CreditForm money={money} credit={credit} onClose={onClose} />
    </Dialog>
  );
}

type CreditFormProps = { money: Money; credit: Credit; onClose: () => void };

function CreditForm({ money, credit, onClose }: CreditFormProps) {
  const { busy, refusal } = credit;
  const form = useFirstErrorFocus(credit.refusals);
  const email = useFocusOnMount<HTMLInputElement>();
  const isProposal = needsSecondOperator(money);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void credit.submit();
      }}
    >
      <Field label="Member’s email" help={money.emailHelp} error={credit.emailError}>
        <TextInput
          ref={email}
          type="email"
          autoComplete="off"
          value={credit.email}
          onChange={({ target }) => credit.typeEmail(target.value)}
        />
      </Field>
      <ReasonField
        label="Reason"
        help={isProposal ? 'Shown to the second operator.' : 'Stored in the audit trail.'}
        value={credit.reason}
        onChange={credit.explain}
        error={credit.reasonError}
      />
      <FeeSummary
        className={styles.summary}
        lines={money.facts}
        total={{ label: 'The member gets', value: <AmountText amount={amountOfLine(money)} /> }}
        large={false}
      />
      <Notice icon={ScrollText}>
        {isProposal ? (
          <>
            <b>A second operator must approve this,</b> because it is above {soloLimit}.
          </>
        ) : (
          `The member gets the money immediately. Above ${soloLimit}, a second operator must approve.`
        )}
      </Notice>
      {refusal !== undefined && (
        <Notice icon={TriangleAlert} tone="bad">
          {refusal}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy} needsServer>
          {busy ? 'Processing...' : `${isProposal ? 'Propose' : 'Credit'} ${sumOfLine(money)}`}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
