/** `open`: the list was shown and is not complete. `away`: the list is complete or hidden and does not return. */
type Mark = 'open' | 'away';

/** One key per member. The server knows the completed steps. Hiding the list is stored only in the browser. */
const keyOf = (userId: string) => `florin-first-steps ${userId}`;

export const firstStepsMark = (userId: string): Mark | undefined => {
  const stored = localStorage.getItem(keyOf(userId));
  return stored === 'open' || stored === 'away' ? stored : undefined;
};

export const markFirstSteps = (userId: string, mark: Mark): void => localStorage.setItem(keyOf(userId), mark);
