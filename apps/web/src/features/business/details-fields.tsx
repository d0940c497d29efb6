import { businessForms } from '@florin/contract';
import { Plus, X } from 'lucide-react';
import { useEffect, useId, useRef, type ComponentProps } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { countries } from '../../wallet-ui/countries.ts';
import { formNames } from './business-words.ts';
import { maxOwners, type DetailsForm } from './use-details-form.ts';
import styles from './business.module.css';

/** Shows the fields for the details that an operator verifies. */
export function DetailsFields({ form }: { form: DetailsForm }) {
  const { typed, errors } = form;
  const text = (
    name: 'street_address' | 'city' | 'postal_code' | 'registration_number',
    rest: ComponentProps<'input'>,
  ) => (
    <TextInput
      name={name}
      value={typed[name]}
      onChange={({ currentTarget }) => form.changeText(name, currentTarget.value)}
      {...rest}
    />
  );
  return (
    <>
      <div className={styles.fields}>
        <Field label="Legal form" error={errors['form']}>
          <Select
            value={typed.form}
            onChange={({ currentTarget }) => {
              const chosen = businessForms.find((each) => each === currentTarget.value);
              if (chosen) form.changeForm(chosen);
            }}
          >
            {businessForms.map((each) => (
              <option key={each} value={each}>
                {formNames[each]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Registration number" error={errors['registration_number']}>
          {text('registration_number', { maxLength: 50, autoComplete: 'off' })}
        </Field>
        <Field className={styles.full} label="Street address" error={errors['street_address']}>
          {text('street_address', { maxLength: 200, autoComplete: 'street-address' })}
        </Field>
        <Field label="City" error={errors['city']}>
          {text('city', { maxLength: 100, autoComplete: 'address-level2' })}
        </Field>
        <Field label="Postal code" error={errors['postal_code']}>
          {text('postal_code', { maxLength: 20, autoComplete: 'postal-code' })}
        </Field>
        <Field className={styles.full} label="Country" error={errors['country']}>
          <Select
            value={typed.country}
            autoComplete="country"
            onChange={({ currentTarget }) => form.changeText('country', currentTarget.value)}
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
        <Field className={styles.full} label="What does the business do?" error={errors['activity']}>
          <TextArea
            rows={2}
            maxLength={300}
            value={typed.activity}
            onChange={({ currentTarget }) => form.changeText('activity', currentTarget.value)}
          />
        </Field>
      </div>
      <OwnerFields form={form} />
    </>
  );
}

function OwnerFields({ form }: { form: DetailsForm }) {
  const { owners } = form.typed;
  const id = useId();
  const focusNewest = useFocusOfNewest(owners.length);
  return (
    <fieldset className={styles.owners} aria-describedby={`${id}-about`}>
      <legend className="label">Owners</legend>
      <p className="small muted" id={`${id}-about`}>
        People who own the business, with their share in percent. Leave out owners of less than 25%.
      </p>
      {owners.map(({ key, name, share }, at) => (
        <div className={styles.owner} key={key}>
          <Field label="Name" error={form.errors[`owners.${at}.name`]}>
            <TextInput
              ref={at === owners.length - 1 ? focusNewest : undefined}
              value={name}
              maxLength={100}
              autoComplete="off"
              onChange={({ currentTarget }) => form.changeOwner(at, { name: currentTarget.value })}
            />
          </Field>
          <Field label="Share, %" error={form.errors[`owners.${at}.share`]}>
            <TextInput
              value={share}
              inputMode="numeric"
              maxLength={3}
              autoComplete="off"
              onChange={({ currentTarget }) => form.changeOwner(at, { share: currentTarget.value })}
            />
          </Field>
          {owners.length > 1 && (
            <IconButton icon={X} label={`Remove owner ${at + 1}`} onClick={() => form.removeOwner(at)} />
          )}
        </div>
      ))}
      {form.errors['owners'] && (
        <p className="help error" role="alert">
          {form.errors['owners']}
        </p>
      )}
      {owners.length < maxOwners && (
        <Button size="s" onClick={form.addOwner}>
          <Icon as={Plus} size={16} />
          Add an owner
        </Button>
      )}
    </fieldset>
  );
}

/** Focuses the name of the newest owner. */
function useFocusOfNewest(count: number) {
  const newest = useRef<HTMLInputElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) newest.current?.focus();
    before.current = count;
  }, [count]);
  return newest;
}
