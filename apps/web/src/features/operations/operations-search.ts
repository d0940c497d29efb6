type OperationsSearch = { case?: string };

/** `/operations?case=…`: the identity check that is open. Who is looked for among the users is no address's business. */
export const readOperationsSearch = ({ case: id }: { case?: unknown }): OperationsSearch => {
  if (typeof id === 'string') return { case: id };
  // The router reads figures as numbers.
  return typeof id === 'number' ? { case: String(id) } : {};
};
