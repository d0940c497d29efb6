/** The subject of a proposal about a statement line. At most one such proposal is open. */
export const lineSubject = (line: bigint | string): string => `line ${line}`;

/** The subject of a proposal about money without a statement line. At most one such proposal is open. */
export const unownedSubject = (entry: bigint | string): string => `entry ${entry}`;
