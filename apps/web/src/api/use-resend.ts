import { endpoints } from '@florin/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './client.ts';
import { refusalCode, troubleText } from './refusal-text.ts';
import { refreshUser } from './session.ts';

/** Sends the confirmation mail again and returns a message about the result. */
export function useResend(email: string) {
  const queryClient = useQueryClient();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => api.call(endpoints.resendConfirmation),
    onError: (refused) => {
      // The address was confirmed elsewhere, so the user here is outdated.
      if (refusalCode(refused) === 'already_confirmed') void refreshUser(queryClient);
    },
  });
  return {
    resend: () => mutate(),
    busy: isPending,
    isSent: isSuccess,
    message: messageOf({ email, isSuccess, error }),
  };
}

function messageOf({ email, isSuccess, error }: { email: string; isSuccess: boolean; error: Error | null }) {
  if (isSuccess) return `We sent a new link to ${email}.`;
  return error ? troubleText(error) : undefined;
}
