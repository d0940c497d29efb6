import { approverRoles, businessRoles, permissionsOf, roleTitles, type BusinessRole } from '@florin/contract';
import { fiatCodes } from '@florin/money';
import type { ReactNode } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { usesList, type RuleDraft, type RuleErrors } from './rule-draft.ts';
import styles from './rules.module.css';

type RuleFieldsProps = { draft: RuleDraft; errors: RuleErrors; onChange: (part: Partial<RuleDraft>) => void };

const payingRoles = businessRoles.filter((role) => permissionsOf[role].includes('pay'));

const recipientTexts: readonly (readonly [RuleDraft['recipients'], string])[] = [
  ['', 'All recipients'],
  ['new', 'New recipients'],
  ['known', 'Known recipients'],
  ['listed', 'Recipients on a list'],
  ['unlisted', 'Recipients not on a list'],
];

export function RuleFields({ draft, errors, onChange }: RuleFieldsProps) {
  return (
    <div className={styles.fields}>
      <Field className={styles.full} label="Single payments above" help="In US dollars." error={errors.over}>
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          value={draft.over}
          onChange={({ currentTarget }) => onChange({ over: currentTarget.value })}
        />
      </Field>
      <Field label="Payments beyond" help="In US dollars, in total." error={errors.total}>
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          value={draft.total}
          onChange={({ currentTarget }) => onChange({ total: currentTarget.value })}
        />
      </Field>
      <Field label="Counted for">
        <Select
          value={draft.period}
          onChange={({ currentTarget }) => onChange({ period: currentTarget.value === 'month' ? 'month' : 'day' })}
        >
          <option value="day">A day</option>
          <option value="month">A month</option>
        </Select>
      </Field>
      <Field label="Recipients">
        <Select
          value={draft.recipients}
          onChange={({ currentTarget }) => {
            const chosen = recipientTexts.find(([each]) => each === currentTarget.value);
            if (chosen) onChange({ recipients: chosen[0] });
          }}
        >
          {recipientTexts.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Currency">
        <Select
          value={draft.currency}
          onChange={({ currentTarget }) =>
            onChange({ currency: fiatCodes.find((each) => each === currentTarget.value) ?? '' })
          }
        >
          <option value="">All currencies</option>
          {fiatCodes.map((code) => (
            <option key={code} value={code}>
              {code}
            </option>
          ))}
        </Select>
      </Field>
      {usesList(draft) && (
        <Field
          className={styles.full}
          label="Listed recipients"
          help="Email addresses, one per line."
          error={errors.list}
        >
          <TextArea
            rows={3}
            spellCheck={false}
            value={draft.list}
            onChange={({ currentTarget }) => onChange({ list: currentTarget.value })}
          />
        </Field>
      )}
      <Roles
        legend="Payments by"
        about="If none is checked, the rule applies to all people."
        roles={payingRoles}
        chosen={draft.roles}
        onChange={(roles) => onChange({ roles })}
      >
        <Checkbox
          label="Only API keys"
          checked={draft.keys}
          onChange={({ currentTarget }) => onChange({ keys: currentTarget.checked })}
        />
      </Roles>
      <Effect draft={draft} onChange={onChange} />
    </div>
  );
}

const counts = [1, 2, 3, 4, 5];

function Effect({ draft, onChange }: Pick<RuleFieldsProps, 'draft' | 'onChange'>) {
  const asks = draft.effect === 'approve';
  return (
    <>
      <Field className={styles.full} label="These payments">
        <Select
          value={asks ? String(draft.approvals) : 'refuse'}
          onChange={({ currentTarget: { value } }) =>
            onChange(value === 'refuse' ? { effect: 'refuse' } : { effect: 'approve', approvals: Number(value) })
          }
        >
          {counts.map((count) => (
            <option key={count} value={count}>
              {count === 1 ? 'need one approval' : `need ${count} approvals`}
            </option>
          ))}
          <option value="refuse">are not allowed</option>
        </Select>
      </Field>
      {asks && (
        <Roles
          legend="Approvals by"
          about="If none is checked, all people with the right may approve."
          roles={approverRoles}
          chosen={draft.approvers}
          onChange={(approvers) => onChange({ approvers })}
        />
      )}
    </>
  );
}

type RolesProps<Role extends BusinessRole> = {
  legend: string;
  about: string;
  roles: readonly Role[];
  chosen: readonly Role[];
  onChange: (chosen: Role[]) => void;
  children?: ReactNode;
};

function Roles<Role extends BusinessRole>({ legend, about, roles, chosen, onChange, children }: RolesProps<Role>) {
  return (
    <fieldset className={styles.full}>
      <legend className="label">{legend}</legend>
      <div className={styles.checks}>
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={`${roleTitles[role]}s`}
            checked={chosen.includes(role)}
            onChange={({ currentTarget }) =>
              onChange(roles.filter((each) => (each === role ? currentTarget.checked : chosen.includes(each))))
            }
          />
        ))}
        {children}
      </div>
      <p className="help">{about}</p>
    </fieldset>
  );
}
