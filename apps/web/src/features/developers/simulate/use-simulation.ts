import { useState } from 'react';

/** Runs a simulation and stores its result as a text, or its error. */
export function useSimulation<Input extends unknown[], Answer>(
  submit: (...input: Input) => Promise<Answer | undefined>,
  wordsOf: (answer: Answer) => string,
) {
  const [last, setLast] = useState<{ readonly done?: string; readonly error?: Error }>({});
  const run = async (...input: Input) => {
    setLast({});
    try {
      const answer = await submit(...input);
      if (answer !== undefined) setLast({ done: wordsOf(answer) });
    } catch (error) {
      setLast({ error: error instanceof Error ? error : new Error(String(error)) });
    }
  };
  return { run, done: last.done, error: last.error };
}
