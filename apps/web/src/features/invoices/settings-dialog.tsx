import { endpoints, type InvoiceSettings } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { invoicesKey, invoiceSettingsQuery } from '../../api/queries-of-invoices.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toast } from '../../ui/toast.ts';
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { linesOf } from './draft-fields.ts';
import styles from './invoices.module.css';

export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(invoiceSettingsQuery);
  const [typed, setTyped] = useState<SettingsFields>();
  const { close, question } = useDiscardQuestion(typed, onClose);
  return (
    <Dialog open onOpenChange={close} title="Invoice settings" description="Issued invoices keep their content.">
      {data && (
        <SettingsForm
          settings={data}
          fields={typed ?? fieldsOf(data)}
          onType={setTyped}
          onSaved={onClose}
          onCancel={close}
        />
      )}
      {!data && error && <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !error && <SkeletonRows count={3} />}
      {question}
    </Dialog>
  );
}

const fieldsOf = (settings: InvoiceSettings) => ({
  ...settings,
  address: settings.address.join('\n'),
  hosts: settings.hosts.join('\n'),
});

type SettingsFields = ReturnType<typeof fieldsOf>;

type SettingsFormProps = {
  settings: InvoiceSettings;
  fields: SettingsFields;
  onType: (fields: SettingsFields) => void;
  onSaved: () => void;
  onCancel: () => void;
};

function SettingsForm({ settings, fields, onType, onSaved, onCancel }: SettingsFormProps) {
  const queryClient = useQueryClient();
  const change = (part: Partial<SettingsFields>) => onType({ ...fields, ...part });
  const { run, busy, error } = useCommand<void, InvoiceSettings>({
    call: () =>
      api.call(endpoints.changeInvoiceSettings, {
        body: {
          prefix: fields.prefix.trim(),
          rounding: fields.rounding,
          address: linesOf(fields.address),
          tax_number: fields.tax_number?.trim() || null,
          auto_remind: fields.auto_remind,
          hosts: linesOf(fields.hosts),
        },
      }),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: invoicesKey });
      toast.success('Settings saved');
      onSaved();
    },
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Field label="Number prefix" help={`The next number is ${settings.next_number}.`}>
        <TextInput
          maxLength={12}
          value={fields.prefix}
          onChange={(event) => change({ prefix: event.currentTarget.value })}
        />
      </Field>
      <Field label="Tax rounding">
        <Select
          value={fields.rounding}
          onChange={(event) => change({ rounding: event.currentTarget.value === 'line' ? 'line' : 'total' })}
        >
          <option value="total">Once for each tax rate</option>
          <option value="line">For each line</option>
        </Select>
      </Field>
      <Field label="Your address" end="Optional">
        <TextArea value={fields.address} onChange={(event) => change({ address: event.currentTarget.value })} />
      </Field>
      <Field label="Your tax number" end="Optional">
        <TextInput
          maxLength={40}
          value={fields.tax_number ?? ''}
          onChange={(event) => change({ tax_number: event.currentTarget.value })}
        />
      </Field>
      <Field label="Hosts of your shop" end="Optional" help="One per line. Invoices of your shop lead back to them.">
        <TextArea value={fields.hosts} onChange={(event) => change({ hosts: event.currentTarget.value })} />
      </Field>
      <div className={styles.choice}>
        <Checkbox
          label="Remind the customer three days after the due date"
          checked={fields.auto_remind}
          onChange={(event) => change({ auto_remind: event.currentTarget.checked })}
        />
      </div>
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" busy={busy} needsServer>
          Save
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
