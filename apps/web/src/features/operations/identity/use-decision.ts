import { endpoints, type BodyOf, type KycCase } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { useCommand } from '../../../api/use-command.ts';
import { toast } from '../../../ui/toast.ts';
import { useShowing } from '../../../ui/use-showing.ts';
import { isOvertaken, textOfFailedAct } from '../act-dialog.tsx';
import { operationsKey } from '../operations-queries.ts';

type Decision = BodyOf<typeof endpoints.decideKycCase>;

/** About what was looked at, and nothing that was submitted after. */
export const decide = ({ id, submitted_at }: KycCase, decision: Decision) =>
  api.call(endpoints.decideKycCase, { params: { id }, body: { ...decision, submitted_at } });

type Ends = {
  /** Whether what failed is said where it was decided; else it is said in a toast. */
  shown: boolean;
  onDecided: () => void;
};

/** A decision without a question before it. Whoever was second is told so, and goes on as well. */
export function useDecision(kycCase: KycCase, { shown, onDecided }: Ends) {
  const queryClient = useQueryClient();
  const isShowing = useShowing(shown);
  return useCommand({
    call: (decision: Decision) => decide(kycCase, decision),
    onDone: (_, { decision }) => {
      toast.success(`${kycCase.name}: ${outcome[decision]}`);
      onDecided();
    },
    onFailed: (error) => {
      if (isShowing() && !isOvertaken(error)) return;
      toast.error(textOfFailedAct(error));
      if (isOvertaken(error)) onDecided();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: operationsKey }),
  });
}

const outcome: Record<Decision['decision'], string> = {
  verified: 'verified, Level 2',
  needs_more: 'asked for more',
  denied: 'denied',
};
