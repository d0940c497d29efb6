import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

type Command<Input, Answer> = {
  call: (input: Input) => Promise<Answer>;
  onDone?: (answer: Answer, input: Input) => void;
  onFailed?: (error: Error) => void;
  /** After either. */
  onSettled?: () => void;
};

/** A command that moves no money. The second of a double click does nothing: what was rendered is stale by then. */
export function useCommand<Input, Answer>({ call, onDone, onFailed, onSettled }: Command<Input, Answer>) {
  const underWay = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: call,
    onSuccess: (answer, input) => onDone?.(answer, input),
    onError: (refused) => onFailed?.(refused),
    onSettled: () => {
      underWay.current = false;
      onSettled?.();
    },
  });
  const run = (input: Input) => {
    if (underWay.current) return;
    underWay.current = true;
    mutate(input);
  };
  return { run, busy: isPending, error, reset };
}
