import { endpoints, type BatchPayout } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { batchesKey, batchQuery } from '../../api/queries-of-batch-payouts.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';

/** Returns two functions: the first shows the answer of a command, and the second loads everything again. */
export function useBatchCache() {
  const queryClient = useQueryClient();
  return {
    put: (batch: BatchPayout) => queryClient.setQueryData(batchQuery(batch.id).queryKey, batch),
    refresh: () => {
      void queryClient.invalidateQueries({ queryKey: batchesKey });
      void queryClient.invalidateQueries({ queryKey: ['business', 'approvals'] });
    },
  };
}

/** Stops a running batch payout. */
export function useStop({ id }: BatchPayout, onDone: () => void) {
  const { put, refresh } = useBatchCache();
  return useCommand<void, BatchPayout>({
    call: () => api.call(endpoints.stopBatchPayout, { params: { id } }),
    onDone: (stopped) => {
      put(stopped);
      toast.info('Stopped. Paid rows stay paid.');
      onDone();
    },
    onSettled: refresh,
  });
}

/** Removes a batch payout that was never started. */
export function useRemove({ id, file_name: name }: BatchPayout, onDone: () => void) {
  const { refresh } = useBatchCache();
  return useCommand<void, unknown>({
    call: () => api.call(endpoints.removeBatchPayout, { params: { id } }),
    onDone: () => {
      toast.success(`${name} removed`);
      onDone();
    },
    onFailed: refresh,
  });
}
