import { endpoints, type BodyOf, type KycCase } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useCommand } from '../../../api/use-command.ts';
import { toast } from '../../../ui/toast.ts';
import { useIsOpen } from '../../../ui/use-is-open.ts';
import { isAlreadyDone, actErrorText } from '../act-dialog.tsx';
import { operationsKey } from '../operations-queries.ts';

type Decision = BodyOf<typeof endpoints.decideKycCase>;

/** Sends a decision. `submitted_at` makes the server reject the decision if the member has resubmitted meanwhile. */
export const decide = ({ id, submitted_at }: KycCase, decision: Decision) =>
  api.call(endpoints.decideKycCase, { params: { id }, body: { ...decision, submitted_at } });

type Ends = {
  /** True if the dialog shows a failure. Otherwise a toast shows the failure. */
  shown: boolean;
  onDecided: () => void;
};

/** Decides a case without a confirmation. If another operator was faster, shows a toast and continues. */
export function useDecision(kycCase: KycCase, { shown, onDecided }: Ends) {
  const queryClient = useQueryClient();
  const isOpen = useIsOpen(shown);
  return useCommand({
    call: (decision: Decision) => decide(kycCase, decision),
    onDone: (_, { decision }) => {
      toast.success(`${kycCase.name}: ${outcome[decision]}`);
      onDecided();
    },
    onFailed: (error) => {
      if (isOpen() && !isAlreadyDone(error)) return;
      toast.error(actErrorText(error));
      if (isAlreadyDone(error)) onDecided();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: operationsKey }),
  });
}

const outcome: Record<Decision['decision'], string> = {
  verified: 'verified, Level 2',
  needs_more: 'asked for more',
  denied: 'denied',
};
