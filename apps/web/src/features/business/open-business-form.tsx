import { endpoints, type BusinessDetails } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { api, leave } from '../../api/client.ts';
import { refusalCode, refusalFields, troubleText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { inBusiness, paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx';
import { useFirstErrorFocus } from '../../ui/use-first-error-focus.ts';
import { useLeaveQuestion } from '../../wallet-ui/use-leave-question.tsx';
import { handleFor } from './business-words.ts';
import { DetailsFields } from './details-fields.tsx';
import { typedIn, useDetailsForm } from './use-details-form.ts';
import styles from './business.module.css';

type Names = { readonly name: string; readonly handle: string; readonly email: string };
type Order = Names & { readonly details: BusinessDetails };

export function OpenBusinessForm({ onCancel }: { onCancel: () => void }) {
  const [names, setNames] = useState<Names>({ name: '', handle: '', email: '' });
  // The short name follows the name until the person types a short name.
  const [isOwnHandle, setIsOwnHandle] = useState(false);
  const details = useDetailsForm();
  const { run, busy, error } = useCommand({
    call: (body: Order) => api.call(endpoints.openBusiness, { body }),
    onDone: ({ handle }) => leave(inBusiness(handle, paths.business)),
    onFailed: (failure) => details.showErrors(fieldErrors(failure)),
  });
  const { isChanged, close, question } = useDiscardQuestion({ names, details: typedIn(details.typed) }, onCancel);
  const leaveQuestion = useLeaveQuestion(isChanged);
  const form = useFirstErrorFocus(details.refusals);
  const { errors } = details;
  const change = (part: Partial<Names>) => {
    setNames({ ...names, ...part });
    const left = Object.entries(errors).filter(([name]) => !(name in part));
    if (left.length < Object.keys(errors).length) details.showErrors(Object.fromEntries(left));
  };
  const submit = () => {
    const faults = { ...faultsOf(names), ...details.faults() };
    if (Object.keys(faults).length > 0) return details.showErrors(faults);
    const checked = details.check();
    if (checked) run({ ...names, details: checked });
  };
  return (
    <form
      ref={form}
      className={`sheet ${styles.form}`}
      aria-label="Business"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.fields}>
        <Field className={styles.full} label="Legal name" error={errors['name']}>
          <TextInput
            value={names.name}
            maxLength={100}
            autoComplete="organization"
            onChange={({ currentTarget: { value: name } }) =>
              change(isOwnHandle ? { name } : { name, handle: handleFor(name) })
            }
          />
        </Field>
        <Field
          label="Short name"
          help={`Its address: ${location.host}/b/${names.handle || 'name'}`}
          error={errors['handle']}
        >
          <TextInput
            value={names.handle}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ currentTarget: { value } }) => {
              setIsOwnHandle(value !== '');
              change({ handle: value.toLowerCase() });
            }}
          />
        </Field>
        <Field label="Email for payments" help="Payers send money to this address." error={errors['email']}>
          <TextInput
            type="email"
            value={names.email}
            maxLength={254}
            autoComplete="off"
            onChange={({ currentTarget }) => change({ email: currentTarget.value })}
          />
        </Field>
      </div>
      <DetailsFields form={details} />
      {error && Object.keys(fieldErrors(error)).length === 0 && (
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      )}
      <div className="actions">
        <Button type="submit" variant="primary" size="l" busy={busy} needsServer>
          {busy ? 'Opening...' : 'Open the account'}
        </Button>
        <Button size="l" disabled={busy} onClick={close}>
          Cancel
        </Button>
      </div>
      {question}
      {leaveQuestion}
    </form>
  );
}

/** The same rules as in the contract. */
function faultsOf({ name, handle, email }: Names): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: 'Enter the name of the business.' }),
    ...(!/^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/.test(handle) && {
      handle: 'Use 3 to 40 letters, digits and hyphens. Do not begin or end with a hyphen.',
    }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && { email: 'Enter the email address of the business.' }),
  };
}

/** The server names the details `details.city`. */
function fieldErrors(error: Error): Record<string, string> {
  if (refusalCode(error) === 'email_taken') return { email: troubleText(error) };
  const fields = Object.entries(refusalFields(error));
  return Object.fromEntries(fields.map(([name, sentence]) => [name.replace(/^details\./, ''), sentence]));
}
