type OperationsSearch = { case?: string };

/** `/operations?case=…`: the identity check that is open. Who is looked for among the users is no address's business. */
export const readOperationsSearch = ({ case: id }: { case?: unknown }): OperationsSearch =>
  typeof id === 'string' ? { case: id } : {};
