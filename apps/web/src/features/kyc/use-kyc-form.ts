import { endpoints, type KycForm } from '@florin/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { kycDraftQuery, kycQuery } from '../../api/queries.ts';
import type { DraftOrForm } from '../../api/fallbacks.ts';
import { refusalCode } from '../../api/refusal-text.ts';
import { createSaver, type SaveState } from './create-saver.ts';
import { formOf, type FieldErrors } from './form-rules.ts';

export type KycFormState = {
  fields: KycForm;
  errors: FieldErrors;
  change: (part: Partial<KycForm>) => void;
  setErrors: (errors: FieldErrors) => void;
  /** Saves pending changes now. Rejects if the save failed. */
  save: () => Promise<void>;
  saveSoon: () => void;
  saving: SaveState;
  /** The masked ID number of an earlier submission, which applies until the member enters a new number. */
  storedNumber: string | undefined;
};

/** The state of the KYC form. After loading the draft, the page owns the state and saves each change on the server. */
export function useKycForm({ form, formOnly = false }: DraftOrForm, submittedBefore: boolean): KycFormState {
  const queryClient = useQueryClient();
  const storedNumber = submittedBefore ? form.id_number : undefined;
  const [fields, setFields] = useState(() => formOf(storedNumber === undefined ? form : { ...form, id_number: '' }));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [saving, setSaving] = useState<SaveState>('nothing to save');
  const [saver] = useState(() =>
    createSaver((changes) => (formOnly ? skipSave() : saveDraft(queryClient, changes)), setSaving),
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
    saver.add(part);
  };
  return { fields, errors, change, setErrors, save: saver.flush, saveSoon: saver.saveSoon, saving, storedNumber };
}

const without = (errors: FieldErrors, part: Partial<KycForm>): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in part)));

/** Used if the server stores no drafts: the form then exists only in the page. */
const skipSave = () => Promise.resolve();

/** Updates the cache immediately, because the wizard may open again before the server answers. */
async function saveDraft(queryClient: QueryClient, changes: Partial<KycForm>) {
  queryClient.setQueryData(
    kycDraftQuery.queryKey,
    (draft) => draft && { ...draft, form: { ...draft.form, ...changes } },
  );
  try {
    // The last changes are saved when the member leaves, so the request must survive the page.
    await api.call(endpoints.saveKycDraft, { body: changes }, { keepalive: true });
  } catch (error) {
    reloadIfClosed(queryClient, error);
    throw error;
  }
}

/** Reloads the status if the verification was submitted or decided elsewhere. */
export function reloadIfClosed(queryClient: QueryClient, error: unknown) {
  if (refusalCode(error) === 'verification_closed') void queryClient.invalidateQueries({ queryKey: kycQuery.queryKey });
}
