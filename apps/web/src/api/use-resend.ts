import { endpoints } from '@florin/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { refusalCode, troubleText } from './refusal-text.ts';
import { refreshUser } from './session.ts';

/** Mails the confirmation again, and says what became of it. */
export function useResend(email: string) {
  const queryClient = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.call(endpoints.resendConfirmation),
    onError: (refused) => {
      // It was confirmed elsewhere: what is shown here is out of date.
      if (refusalCode(refused) === 'already_confirmed') void refreshUser(queryClient);
    },
  });
  return {
    resend: () => mutate(),
    busy: isPending,
    isSent: isSuccess,
    said: saidOf({ email, isSuccess, error }),
  };
}

function saidOf({ email, isSuccess, error }: { email: string; isSuccess: boolean; error: Error | null }) {
  if (isSuccess) return `A new link is on its way to ${email}.`;
  return error ? troubleText(error) : undefined;
}
