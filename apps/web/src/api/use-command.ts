import { useEffect, useRef, useState } from 'react';

type Command<Input, Answer> = {
  call: (input: Input) => Promise<Answer>;
  onDone?: (answer: Answer, input: Input) => void;
  onFailed?: (error: Error) => void;
  /** After either. */
  onSettled?: () => void;
};

/** A command that moves no money. The second of a double click does nothing: what was rendered is stale by then. */
export function useCommand<Input, Answer>(command: Command<Input, Answer>) {
  const underWay = useRef(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  // Told as the caller stands when the answer comes, not as it stood when it asked.
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
