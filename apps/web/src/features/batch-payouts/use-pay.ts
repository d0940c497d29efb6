import { endpoints, type BatchPayout } from '@florin/contract';
import { useCommand } from '../../api/use-command.ts';
import { useMoneyCommand } from '../../api/use-money-command.ts';
import { toast } from '../../ui/toast.ts';
import { outcomeText } from './batch-words.ts';
import { useBatchCache } from './use-batch-change.ts';

export type How = 'start' | 'retry';

/** Starts or retries a batch payout. A repeated press after a lost answer pays nothing twice. */
export function usePay({ id }: BatchPayout, how: How, onDone: () => void) {
  const { put, refresh } = useBatchCache();
  const start = useMoneyCommand(endpoints.startBatchPayout, { params: { id } });
  const retry = useMoneyCommand(endpoints.retryBatchPayout, { params: { id } });
  const { submit, isInDoubt, busy } = how === 'start' ? start : retry;
  const { run, error } = useCommand<void, BatchPayout | undefined>({
    call: () => submit(),
    onDone: (batch) => {
      if (!batch) return;
      put(batch);
      report(batch, how);
      onDone();
    },
    onSettled: refresh,
  });
  return { run, busy, error, isInDoubt: isInDoubt() };
}

function report({ file_name: name, state, counts }: BatchPayout, how: How) {
  if (state === 'waiting') return toast.info(`${name} waits for approval. Nothing is paid yet.`);
  if (state === 'running') return toast.success(how === 'start' ? 'Started' : 'Retrying');
  // The first press had reached the server, and only its answer was lost.
  return toast.info(`${name} has run: ${outcomeText(counts)}`);
}
