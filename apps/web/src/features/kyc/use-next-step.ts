import { useState } from 'react';
import { refusalFields, refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { hasErrors, type FieldErrors } from './form-rules.ts';
import type { KycFormState } from './use-kyc-form.ts';

/** Goes on once what was entered is in order and kept. */
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
  const goOn = (errors: FieldErrors) => {
    setProblem(undefined);
    form.setErrors(errors);
    if (hasErrors(errors)) focusFirstWrong();
    else run(undefined);
  };
  return { goOn, busy, problem };
}

/** Once it is marked, which is after the next rendering. */
const focusFirstWrong = () =>
  setTimeout(() => document.querySelector<HTMLElement>('.kyc-f [aria-invalid="true"]')?.focus());
