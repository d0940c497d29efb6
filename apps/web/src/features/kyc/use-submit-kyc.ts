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
import { noticeClosed, type KycFormState } from './use-kyc-form.ts';

type Fields = Readonly<Record<string, string>>;

/** `onRefused` is told what is wrong with which field, where the server says so. */
export function useSubmitKyc({ fields, setErrors }: KycFormState, onRefused: (wrong: Fields) => void) {
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
      noticeClosed(queryClient, error);
      const wrong = refusalFields(error);
      setErrors(wrong);
      setProblem(Object.values(wrong)[0] ?? refusalText(error, unanswered));
      if (Object.keys(wrong).length > 0) onRefused(wrong);
    },
  });
  const submit = () => {
    setProblem(undefined);
    run(undefined);
  };
  return { submit, busy, problem };
}

/** In snake case, as the server answers it. A number that is not entered again is the one it has. */
function bodyOf({ id_number, ...rest }: KycForm): Record<string, string> {
  return id_number.trim() === '' ? rest : { ...rest, id_number };
}

const unanswered = 'The server did not answer. Check your connection and try again.';
