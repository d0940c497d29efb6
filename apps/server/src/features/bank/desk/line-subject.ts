/** What a proposal about a statement line names. At most one proposal about it is open. */
export const lineSubject = (line: bigint | string): string => `line ${line}`;
