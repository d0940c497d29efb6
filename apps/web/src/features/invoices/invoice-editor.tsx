import { endpoints, invoiceBounds, type Invoice, type InvoiceInput } from '@florin/contract';
import { fiatCodes } from '@florin/money';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { invoicesKey, invoiceSettingsQuery } from '../../api/queries-of-invoices.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx';
import { useFirstErrorFocus } from '../../ui/use-first-error-focus.ts';
import { useLeaveQuestion } from '../../wallet-ui/use-leave-question.tsx';
import {
  blankDraft,
  fieldsOf,
  readDraft,
  totalsOf,
  typedIn,
  type DraftErrors,
  type DraftFields,
} from './draft-fields.ts';
import { LineEditor } from './line-editor.tsx';
import { LiveTotals } from './live-totals.tsx';
import styles from './invoices.module.css';

type InvoiceEditorProps = {
  /** The draft to change. Undefined for a new draft. */
  draft?: Invoice;
  onSaved: (invoice: Invoice) => void;
  onCancel: () => void;
};

/** The form of a draft. */
export function InvoiceEditor({ draft, onSaved, onCancel }: InvoiceEditorProps) {
  const [fields, setFields] = useState(() => (draft ? fieldsOf(draft) : blankDraft()));
  const [errors, setErrors] = useState<DraftErrors>({});
  const [refusals, setRefusals] = useState(0);
  const form = useFirstErrorFocus(refusals);
  const { data: settings } = useQuery(invoiceSettingsQuery);
  const { run, busy, error } = useSave(draft, onSaved);
  const { isChanged, close, question } = useDiscardQuestion(typedIn(fields), onCancel);
  const leaveQuestion = useLeaveQuestion(isChanged);
  const change = (part: Partial<DraftFields>) => {
    setErrors({});
    setFields((before) => ({ ...before, ...part }));
  };
  const submit = () => {
    const { body, errors: found } = readDraft(fields);
    if (body) return run(body);
    setErrors(found);
    setRefusals((count) => count + 1);
  };
  return (
    <form
      ref={form}
      className={`sheet ${styles.editor}`}
      aria-label="Invoice"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <CustomerFields fields={fields} errors={errors} onChange={change} />
      <h2 className="heading-3">Lines</h2>
      <LineEditor
        currency={fields.currency}
        lines={fields.lines}
        errors={errors}
        onChange={(lines) => change({ lines })}
      />
      <LiveTotals totals={totalsOf(fields, settings?.rounding ?? 'total')} />
      <Field label="Note" end="Optional">
        <TextArea
          maxLength={invoiceBounds.noteLength}
          value={fields.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
      </Field>
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy} needsServer>
          Save draft
        </Button>
        <Button disabled={busy} onClick={close}>
          Cancel
        </Button>
      </div>
      {question}
      {leaveQuestion}
    </form>
  );
}

/** A new draft has an idempotency key, so a retry creates no second draft. */
function useSave(draft: Invoice | undefined, onSaved: (invoice: Invoice) => void) {
  const queryClient = useQueryClient();
  const { submit } = useMoneyCommand(endpoints.createInvoice);
  return useCommand<InvoiceInput, Invoice | undefined>({
    call: (body) => (draft ? api.call(endpoints.changeInvoice, { params: { id: draft.id }, body }) : submit(body)),
    onDone: (saved) => {
      void queryClient.invalidateQueries({ queryKey: invoicesKey });
      if (saved) onSaved(saved);
    },
  });
}

type FieldsProps = { fields: DraftFields; errors: DraftErrors; onChange: (part: Partial<DraftFields>) => void };

function CustomerFields({ fields, errors, onChange }: FieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        <Field label="Customer" error={errors['name']}>
          <TextInput
            autoComplete="off"
            value={fields.name}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        </Field>
        <Field label="Customer email" end="Optional">
          <TextInput
            type="email"
            autoComplete="off"
            value={fields.email}
            onChange={(event) => onChange({ email: event.currentTarget.value })}
          />
        </Field>
      </div>
      <div className={styles.pair}>
        <Field label="Address" end="Optional">
          <TextArea value={fields.address} onChange={(event) => onChange({ address: event.currentTarget.value })} />
        </Field>
        <Field label="Tax number" end="Optional">
          <TextInput
            autoComplete="off"
            maxLength={40}
            value={fields.taxNumber}
            onChange={(event) => onChange({ taxNumber: event.currentTarget.value })}
          />
        </Field>
      </div>
      <div className={styles.pair}>
        <Field label="Currency">
          <Select
            value={fields.currency}
            onChange={({ currentTarget: { value } }) =>
              onChange({ currency: fiatCodes.find((code) => code === value) ?? fields.currency })
            }
          >
            {fiatCodes.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </Select>
        </Field>
        <Field label="Due date" error={errors['due_on']}>
          <TextInput
            type="date"
            value={fields.dueOn}
            onChange={(event) => onChange({ dueOn: event.currentTarget.value })}
          />
        </Field>
      </div>
    </>
  );
}
