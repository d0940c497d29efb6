import { CallRefused, endpoints, type Subscription } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { planQuery } from '../../../api/queries.ts';
import { isUnanswered, refusalText } from '../../../api/refusal-text.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { usePageStays } from '../../../wallet-ui/use-page-stays.ts';
import type { PlanOffer } from './plan-words.ts';

export type PlanChanged = (subscription: Subscription, pageStays: boolean) => void;

/**
 * Changes the plan for the amount due that the member saw. Then calls `onDone` with the new subscription and whether
 * the member is still on the page.
 */
export function useChangePlan(onDone: PlanChanged) {
  const queryClient = useQueryClient();
  const pageStays = usePageStays();
  const [problem, setProblem] = useState<string>();
  const { submit, busy } = useMoneyCommand(endpoints.changePlan, {
    onDone: (subscription) => void queryClient.setQueryData(planQuery.queryKey, subscription),
  });
  const change = async ({ name, due_now_exact: due }: Pick<PlanOffer, 'name' | 'due_now_exact'>) => {
    setProblem(undefined);
    const stays = pageStays();
    try {
      const subscription = await submit({ plan: name, due_now: due });
      if (subscription) onDone(subscription, stays());
    } catch (error) {
      setProblem(errorMessage(error));
      // The offer may have changed. Reload it to show the new amount next to the error.
      if (error instanceof CallRefused) void queryClient.invalidateQueries({ queryKey: planQuery.queryKey });
    }
  };
  return { change, busy, problem };
}

const errorMessage = (error: unknown) =>
  isUnanswered(error)
    ? 'The server did not answer. Try again. You pay only once.'
    : refusalText(error, 'The plan could not be changed.');
