/** What was prepared does not hold any more, and is to be prepared once more. */
export class PrepareAgain extends Error {}

/** Runs an attempt, and once more where what it had prepared did not hold. */
export async function preparedTwice<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof PrepareAgain) return attempt();
    throw error;
  }
}
