type OperationsSearch = { case?: string };

/** Reads the open identity check from `/operations?case=…`. The user search is not in the URL for privacy. */
export const readOperationsSearch = ({ case: id }: { case?: unknown }): OperationsSearch =>
  typeof id === 'string' ? { case: id } : {};
