/** `open`: the list was shown here and is not done. `away`: it is done, or was hidden, and is not asked for again. */
type Mark = 'open' | 'away';

/** Of each member on their own. In the browser: what is done the server knows, and hiding a list is worth no table. */
const keyOf = (userId: string) => `florin-first-steps ${userId}`;

export const firstStepsMark = (userId: string): Mark | undefined => {
  const stored = localStorage.getItem(keyOf(userId));
  return stored === 'open' || stored === 'away' ? stored : undefined;
};

export const markFirstSteps = (userId: string, mark: Mark): void => localStorage.setItem(keyOf(userId), mark);
