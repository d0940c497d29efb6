import type { FiatCode } from '@florin/money';
import { Plus, Trash2 } from 'lucide-react';
import { invoiceBounds } from '@florin/contract';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { blankLine, type DraftErrors, type LineFields } from './draft-fields.ts';
import styles from './invoices.module.css';

type LineEditorProps = {
  currency: FiatCode;
  lines: readonly LineFields[];
  errors: DraftErrors;
  onChange: (lines: readonly LineFields[]) => void;
};

export function LineEditor({ currency, lines, errors, onChange }: LineEditorProps) {
  return (
    <div className={styles.lines}>
      {lines.map((line, at) => (
        <LineRow
          key={line.key}
          line={line}
          name={`Line ${at + 1}`}
          currency={currency}
          errorOf={(name) => errors[`lines.${at}.${name}`]}
          onChange={(part) => onChange(lines.map((each) => (each.key === line.key ? { ...each, ...part } : each)))}
          onRemove={lines.length > 1 ? () => onChange(lines.filter(({ key }) => key !== line.key)) : undefined}
        />
      ))}
      {lines.length < invoiceBounds.lines && (
        <Button size="s" onClick={() => onChange([...lines, blankLine(lines.at(-1)?.taxRate)])}>
          <Icon as={Plus} size={16} />
          Add line
        </Button>
      )}
    </div>
  );
}

type LineRowProps = {
  line: LineFields;
  name: string;
  currency: FiatCode;
  errorOf: (name: string) => string | undefined;
  onChange: (part: Partial<LineFields>) => void;
  onRemove: (() => void) | undefined;
};

function LineRow({ line, name, currency, errorOf, onChange, onRemove }: LineRowProps) {
  return (
    <fieldset className={styles.line} aria-label={name}>
      <Field label="Description" className={styles.description} error={errorOf('description')}>
        <TextInput
          maxLength={200}
          value={line.description}
          onChange={(event) => onChange({ description: event.currentTarget.value })}
        />
      </Field>
      <Field label="Quantity" error={errorOf('quantity')}>
        <TextInput
          inputMode="decimal"
          value={line.quantity}
          onChange={(event) => onChange({ quantity: event.currentTarget.value })}
        />
      </Field>
      <Field label={`Price (${currency})`} error={errorOf('unit_price')}>
        <TextInput
          inputMode="decimal"
          value={line.unitPrice}
          onChange={(event) => onChange({ unitPrice: event.currentTarget.value })}
        />
      </Field>
      <Field label="Tax %" error={errorOf('tax_rate')}>
        <TextInput
          inputMode="decimal"
          value={line.taxRate}
          onChange={(event) => onChange({ taxRate: event.currentTarget.value })}
        />
      </Field>
      {onRemove && <IconButton icon={Trash2} label={`Remove ${name.toLowerCase()}`} onClick={onRemove} />}
    </fieldset>
  );
}
