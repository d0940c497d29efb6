import type { UnallocatedLine } from '@florin/contract';
import { ScrollText, TriangleAlert } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { useFirstErrorFocus } from '../../../ui/use-first-error-focus.ts';
import { useFocusOnMount } from '../../../ui/use-focus-on-mount.ts';
import { useIsOpen } from '../../../ui/use-is-open.ts';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { FeeSummary } from '../../../wallet-ui/fee-summary.tsx';
import { ReasonField } from '../reason-field.tsx';
import { soloLimit } from '../solo-limit.ts';
import { amountOfLine, needsSecondOperator, sumOfLine } from './line-words.ts';
import { useCredit, type Credit } from './use-credit.ts';
import styles from './bank-desk.module.css';

type CreditDialogProps = {
  line: UnallocatedLine;
  open: boolean;
  onClose: () => void;
  /** Returns the element to focus afterwards, because the pressed button is gone. */
  focusWhenDone: () => HTMLElement | null;
};

/** Credits an unallocated line to a member, or proposes it. */
export function CreditDialog({ line, open, onClose, focusWhenDone }: CreditDialogProps) {
  const credit = useCredit(line, { isOpen: useIsOpen(open), onDone: onClose });
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title={`Credit ${sumOfLine(line)} to a member`}
      returnFocusTo={() => (credit.isDone() ? focusWhenDone() : undefined)}
    >
      <CreditForm line={line} credit={credit} onClose={onClose} />
    </Dialog>
  );
}

type CreditFormProps = { line: UnallocatedLine; credit: Credit; onClose: () => void };

function CreditForm({ line, credit, onClose }: CreditFormProps) {
  const { busy, refusal } = credit;
  const form = useFirstErrorFocus(credit.refusals);
  const email = useFocusOnMount<HTMLInputElement>();
  const isProposal = needsSecondOperator(line);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void credit.submit();
      }}
    >
      <Field
        label="Member’s email"
        help={line.member ? <MemberHelp name={line.member.name} /> : undefined}
        error={credit.emailError}
      >
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
      <LineSummary line={line} />
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
          {busy ? 'Processing...' : `${isProposal ? 'Propose' : 'Credit'} ${sumOfLine(line)}`}
        </Button>
        <Button disabled={busy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const MemberHelp = ({ name }: { name: string }) => (
  <span className={styles.help}>
    The payment reference names <bdi>{name}</bdi>.
  </span>
);

function LineSummary({ line }: { line: UnallocatedLine }) {
  const { counterparty, remittance } = line;
  return (
    <FeeSummary
      className={styles.summary}
      lines={[
        { label: 'Payer', value: counterparty === null ? 'Not named' : <bdi>{counterparty}</bdi> },
        ...(remittance === null ? [] : [{ label: 'Text', value: <bdi>{remittance}</bdi> }]),
      ]}
      total={{ label: 'The member gets', value: <AmountText amount={amountOfLine(line)} /> }}
      large={false}
    />
  );
}
