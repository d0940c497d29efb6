import { toDecimal, type FiatCode } from '@florin/money';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { AmountField } from '../../wallet-ui/amount-field.tsx';
import type { Asked } from './asked.ts';
import { readAmount } from '../../wallet-ui/typed-amount.ts';

/** Shorter than `noteMaximum`, because a QR code with much data is hard to scan. */
const codeNoteMaximum = 80;

type AskAmountDialogProps = {
  open: boolean;
  onClose: () => void;
  asked: Asked | undefined;
  onChange: (asked: Asked | undefined) => void;
};

/** Sets an amount and a note for the payment link and its QR code. */
export function AskAmountDialog({ open, onClose, asked, onChange }: AskAmountDialogProps) {
  const choose = (chosen: Asked | undefined) => {
    onChange(chosen);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title="Set an amount"
      description="Shown in the link and the QR code."
    >
      <AskAmountForm asked={asked} onChoose={choose} onCancel={onClose} />
    </Dialog>
  );
}

type AskAmountFormProps = {
  asked: Asked | undefined;
  onChoose: (asked: Asked | undefined) => void;
  onCancel: () => void;
};

function AskAmountForm({ asked, onChoose, onCancel }: AskAmountFormProps) {
  const [currency, setCurrency] = useState<FiatCode>(asked?.amount.asset ?? 'USD');
  const [typed, setTyped] = useState(asked ? toDecimal(asked.amount) : '');
  const [note, setNote] = useState(asked?.note ?? '');
  const [error, setError] = useState<string>();
  const submit = () => {
    const { amount, problem: found } = readAmount(currency, typed);
    if (amount) onChoose({ amount, note: note.trim() });
    else setError(found);
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <AmountField
        label="Amount"
        asset={currency}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          setError(undefined);
        }}
        onCurrencyChange={setCurrency}
        error={error}
      />
      <Field label="Note" end="Optional">
        <TextInput
          placeholder="What is it for?"
          maxLength={codeNoteMaximum}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Field>
      <div className="actions">
        <Button type="submit" variant="primary">
          Set amount
        </Button>
        {asked ? (
          <Button onClick={() => onChoose(undefined)}>Remove</Button>
        ) : (
          <Button onClick={onCancel}>Cancel</Button>
        )}
      </div>
    </form>
  );
}
