import { endpoints, type KycForm } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { kycDraftQuery, kycQuery } from '../../api/queries.ts';
import { refusalFields, refusalText } from '../../api/refusal-text.ts';
import { useCommand } from '../../api/use-command.ts';
import { paths } from '../../paths.ts';
import { toast } from '../../ui/toast.ts';
import { usePageStays } from '../../wallet-ui/use-page-stays.ts';
import { reloadIfClosed, type KycFormState } from './use-kyc-form.ts';

type Fields = Readonly<Record<string, string>>;

/** Submits the verification. Calls `onRefused` with the error messages per field if the server returns any. */
export function useSubmitKyc({ fields, setErrors }: KycFormState, onRefused: (fieldErrors: Fields) => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const pageStays = usePageStays();
  const [problem, setProblem] = useState<string>();
  const { run, busy } = useCommand({
    call: async () => {
      const stays = pageStays();
      return { status: await api.call(endpoints.submitKyc, { body: bodyOf(fields) }), stays };
    },
    onDone: ({ status, stays }) => {
      toast.success('KYC verification submitted successfully!');
      if (stays()) void navigate({ to: paths.dashboard });
      if (status) queryClient.setQueryData(kycQuery.queryKey, status);
      else void queryClient.invalidateQueries({ queryKey: kycQuery.queryKey });
      queryClient.removeQueries({ queryKey: kycDraftQuery.queryKey });
    },
    onFailed: (error) => {
      toast.error('Failed to submit KYC verification');
      reloadIfClosed(queryClient, error);
      const fieldErrors = refusalFields(error);
      setErrors(fieldErrors);
      setProblem(Object.values(fieldErrors)[0] ?? refusalText(error, unanswered));
      if (Object.keys(fieldErrors).length > 0) onRefused(fieldErrors);
    },
  });
  const submit = () => {
    setProblem(undefined);
    run(undefined);
  };
  return { submit, busy, problem };
}

/** Returns the request body in snake case. Omits an empty ID number, so the server uses the stored number. */
function bodyOf({ id_number, ...rest }: KycForm): Record<string, string> {
  return id_number.trim() === '' ? rest : { ...rest, id_number };
}

const unanswered = 'The server did not answer. Check your connection and try again.';
