import { clsx } from 'clsx';
import type { RefObject } from 'react';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { maxNameLength } from './profile-rules.ts';
import type { useProfileForm } from './use-profile-form.ts';
import styles from './profile.module.css';

type ProfileFieldsProps = {
  /** The id of the form, for the Save button outside of the form. */
  id: string;
  form: ReturnType<typeof useProfileForm>;
  firstField: RefObject<HTMLInputElement | null>;
  isVerified: boolean;
};

export function ProfileFields({ id, form, firstField, isVerified }: ProfileFieldsProps) {
  const { isEditing, fields, problems, change } = form;
  return (
    <form
      id={id}
      noValidate
      className={clsx(styles.personalFields, isEditing && styles.isOpen)}
      onSubmit={(event) => {
        event.preventDefault();
        form.save();
      }}
    >
      <Field
        label="Full Name"
        error={problems['name']}
        help={isVerified ? 'Your name is verified. A new name needs a new identity check.' : undefined}
      >
        <TextInput
          ref={firstField}
          type="text"
          autoComplete="name"
          maxLength={maxNameLength}
          readOnly={!isEditing}
          value={fields.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
      </Field>
      <Field label="Email" error={problems['email']}>
        <TextInput
          type="email"
          autoComplete="email"
          maxLength={254}
          readOnly={!isEditing}
          value={fields.email}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
      </Field>
      <Field label="Phone Number" error={problems['phone']}>
        <TextInput
          type="tel"
          autoComplete="tel"
          maxLength={30}
          readOnly={!isEditing}
          placeholder={isEditing ? '+351 912 345 678' : 'Not given'}
          value={fields.phone}
          onChange={(event) => change({ phone: event.currentTarget.value })}
        />
      </Field>
    </form>
  );
}
