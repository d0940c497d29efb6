import { CallRefused, endpoints } from '@florin/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { refusalText } from '../../api/refusal-text.ts';
import { refreshUser } from '../../api/session.ts';

/** Mails the confirmation again, and says what became of it. */
export function useResend(email: string) {
  const queryClient = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.call(endpoints.resendConfirmation),
    onError: (refused) => {
      // It was confirmed elsewhere: what is shown here is out of date.
      if (refused instanceof CallRefused && refused.body?.code === 'already_confirmed') void refreshUser(queryClient);
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
  return error ? refusalText(error, 'The server did not answer. Please try again.') : undefined;
}
