import { endpoints, type KycForm } from '@florin/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { kycDraftQuery, kycQuery } from '../../api/queries.ts';
import type { DraftOrForm } from '../../api/stand-ins.ts';
import { refusalCode } from '../../api/refusal-text.ts';
import { createSaver, type SaveState } from './create-saver.ts';
import { formOf, type FieldErrors } from './form-rules.ts';

export type KycFormState = {
  fields: KycForm;
  errors: FieldErrors;
  change: (part: Partial<KycForm>) => void;
  setErrors: (errors: FieldErrors) => void;
  /** Saves now what waits to be saved; fails where the server was not reached. */
  save: () => Promise<void>;
  saveSoon: () => void;
  saving: SaveState;
  /** The end of the number that was submitted earlier and holds as long as none is entered. */
  keptNumber: string | undefined;
};

/** What is typed in the wizard. It is the page's own from the moment it was loaded, and is kept on the server. */
export function useKycForm({ form, formOnly = false }: DraftOrForm, submittedBefore: boolean): KycFormState {
  const queryClient = useQueryClient();
  const keptNumber = submittedBefore ? form.id_number : undefined;
  const [fields, setFields] = useState(() => formOf(keptNumber === undefined ? form : { ...form, id_number: '' }));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [saving, setSaving] = useState<SaveState>('nothing to save');
  const [saver] = useState(() =>
    createSaver((changes) => (formOnly ? notKept() : saveDraft(queryClient, changes)), setSaving),
  );
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && saver.saveSoon();
    document.addEventListener('visibilitychange', onHide);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      saver.saveSoon();
    };
  }, [saver]);

  const change = (part: Partial<KycForm>) => {
    setFields((before) => ({ ...before, ...part }));
    setErrors((before) => without(before, part));
    saver.note(part);
  };
  return { fields, errors, change, setErrors, save: saver.flush, saveSoon: saver.saveSoon, saving, keptNumber };
}

const without = (errors: FieldErrors, part: Partial<KycForm>): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part)));

/** On a server that keeps no draft, what is typed is in the page alone. */
const notKept = () => Promise.resolve();

/** The cache has it at once, as the wizard may be opened again before the answer is there. */
async function saveDraft(queryClient: QueryClient, changes: Partial<KycForm>) {
  queryClient.setQueryData(
    kycDraftQuery.queryKey,
    (draft) => draft && { ...draft, form: { ...draft.form, ...changes } },
  );
  try {
    // What is typed last is saved as the page is left, so it outlives the page.
    await api.call(endpoints.saveKycDraft, { body: changes }, { keepalive: true });
  } catch (error) {
    noticeClosed(queryClient, error);
    throw error;
  }
}

/** Submitted or decided elsewhere: what is shown is no longer so. */
export function noticeClosed(queryClient: QueryClient, error: unknown) {
  if (refusalCode(error) === 'verification_closed') void queryClient.invalidateQueries({ queryKey: kycQuery.queryKey });
}
