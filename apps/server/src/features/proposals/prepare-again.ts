/** Thrown when the prepared data is outdated. The caller prepares again. */
export class PrepareAgain extends Error {}

/** Runs an attempt, and runs it a second time after `PrepareAgain`. */
export async function preparedTwice<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof PrepareAgain) return attempt();
    throw error;
  }
}
