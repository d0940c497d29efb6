import { useQueryClient } from '@tanstack/react-query';
import { invoicesKey } from '../../api/queries-of-invoices.ts';
import { useCommand } from '../../api/use-command.ts';
import { toast } from '../../ui/toast.ts';

type Change<Input, Answer> = {
  call: (input: Input) => Promise<Answer>;
  done: string;
  onDone?: (answer: Answer) => void;
};

/** Runs a change of an invoice, reports it and reloads the invoices. */
export function useInvoiceChange<Answer, Input = void>({ call, done, onDone }: Change<Input, Answer>) {
  const queryClient = useQueryClient();
  return useCommand<Input, Answer>({
    call,
    onDone: (answer) => {
      toast.success(done);
      onDone?.(answer);
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: invoicesKey }),
  });
}
