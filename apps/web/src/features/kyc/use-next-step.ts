import { useState } from 'react';
import { refusalFields, refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { hasErrors, type FieldErrors } from './form-rules.ts';
import type { KycFormState } from './use-kyc-form.ts';
import styles from './kyc.module.css';

/** Opens the next step once the fields are valid and saved. */
export function useNextStep(form: KycFormState, onNext: () => void) {
  const [problem, setProblem] = useState<string>();
  const { run, busy } = useCommand({
    call: form.save,
    onDone: onNext,
    onFailed: (error) => {
      form.setErrors(refusalFields(error));
      setProblem(refusalText(error, 'Could not save this. Check your connection and try again.'));
    },
  });
  const next = (errors: FieldErrors) => {
    setProblem(undefined);
    form.setErrors(errors);
    if (hasErrors(errors)) focusFirstInvalid();
    else run(undefined);
  };
  return { next, busy, problem };
}

/** Focuses the first invalid field. Waits for the next render, which marks this field. */
const focusFirstInvalid = () =>
  setTimeout(() => document.querySelector<HTMLElement>(`.${styles.form} [aria-invalid="true"]`)?.focus());
