import type { KycForm } from '@florin/contract';
import type { ComponentProps } from 'react';
import { AnnounceErrorsContext } from '../../ui/field-control.ts';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { countries } from '../../wallet-ui/countries.ts';
import { kycItemName } from '../../wallet-ui/kyc-words.ts';
import type { SaveState } from './create-saver.ts';
import { personalErrors } from './form-rules.ts';
import { StepSheet, type StepNavigation } from './step-sheet.tsx';
import type { KycFormState } from './use-kyc-form.ts';
import { useNextStep } from './use-next-step.ts';
import styles from './kyc.module.css';

export function PersonalStep({ form, onNext, ...navigation }: StepNavigation & { form: KycFormState }) {
  const { fields, errors, change } = form;
  const { next, ...progress } = useNextStep(form, onNext);
  const text = (name: keyof KycForm, rest: ComponentProps<'input'>) => (
    <TextInput
      name={name}
      value={fields[name]}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
      onBlur={form.saveSoon}
      {...rest}
    />
  );
  return (
    <StepSheet {...navigation} {...progress} title={kycItemName.personal} onSubmit={() => next(personalErrors(fields))}>
      <AnnounceErrorsContext value={false}>
        <div className={styles.personal}>
          <Field label="First name" error={errors.first_name}>
            {text('first_name', { autoComplete: 'given-name', maxLength: 100 })}
          </Field>
          <Field label="Last name" error={errors.last_name}>
            {text('last_name', { autoComplete: 'family-name', maxLength: 100 })}
          </Field>
          <Field
            className={styles.full}
            label="Date of birth"
            end="You must be 18 or older"
            error={errors.date_of_birth}
          >
            {text('date_of_birth', { type: 'date', autoComplete: 'bday', max: '9999-12-31' })}
          </Field>
          <Field className={styles.full} label="Street address" error={errors.street_address}>
            {text('street_address', { autoComplete: 'street-address', maxLength: 200 })}
          </Field>
          <Field label="City" error={errors.city}>
            {text('city', { autoComplete: 'address-level2', maxLength: 100 })}
          </Field>
          <Field label="Postal code" error={errors.postal_code}>
            {text('postal_code', { autoComplete: 'postal-code', maxLength: 20 })}
          </Field>
          <Field className={styles.full} label="Country" error={errors.country}>
            <Select
              name="country"
              autoComplete="country"
              value={fields.country}
              onChange={({ currentTarget }) => change({ country: currentTarget.value })}
            >
              <option value="" disabled>
                Choose a country
              </option>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      </AnnounceErrorsContext>
      <p className={`small muted ${styles.note}`}>
        <span>Enter everything exactly as on your document.</span> <SaveNote saving={form.saving} />
      </p>
    </StepSheet>
  );
}

const words: Record<SaveState, string> = {
  'nothing to save': '',
  saving: 'Saving…',
  saved: 'Draft saved',
  failed: 'Not saved yet',
};

/**
 * Shows whether the draft is saved. Screen readers do not announce this note, because the note changes after every
 * word.
 */
function SaveNote({ saving }: { saving: SaveState }) {
  return <span className={styles.saved}>{words[saving]}</span>;
}
