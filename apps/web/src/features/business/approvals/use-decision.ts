import type { Approval } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { refreshMoney } from '../../../api/refresh-money.ts';
import { useCommand } from '../../../api/use-command.ts';

type Decision<Input> = {
  call: (input: Input) => Promise<Approval>;
  onDone: (approval: Approval) => void;
  onFailed?: (error: Error) => void;
};

/** Decides about a proposal. The lists load again in any case, because another person may have been faster. */
export function useDecision<Input>({ call, onDone, onFailed }: Decision<Input>) {
  const queryClient = useQueryClient();
  return useCommand({
    call,
    onDone,
    ...(onFailed && { onFailed }),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['business', 'approvals'] });
      void queryClient.invalidateQueries({ queryKey: ['business', 'rules'] });
      refreshMoney(queryClient);
    },
  });
}
