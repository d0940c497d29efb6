import { useEffect, useRef, useState } from 'react';

type Command<Input, Answer> = {
  call: (input: Input) => Promise<Answer>;
  onDone?: (answer: Answer, input: Input) => void;
  onFailed?: (error: Error) => void;
  /** Called after `onDone` or `onFailed`. */
  onSettled?: () => void;
};

/** Runs a command that moves no money. Ignores the second press of a double click. */
export function useCommand<Input, Answer>(command: Command<Input, Answer>) {
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  // The callbacks of the latest render are used when the response arrives.
  const latest = useRef(command);
  useEffect(() => {
    latest.current = command;
  });
  const start = async (input: Input) => {
    try {
      const answer = await command.call(input);
      latest.current.onDone?.(answer, input);
    } catch (thrown) {
      const failure = thrown instanceof Error ? thrown : new Error(String(thrown));
      setError(failure);
      latest.current.onFailed?.(failure);
    } finally {
      underWay.current = false;
      setBusy(false);
      latest.current.onSettled?.();
    }
  };
  const run = (input: Input) => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setError(null);
    void start(input);
  };
  return { run, busy, error, reset: () => setError(null) };
}
