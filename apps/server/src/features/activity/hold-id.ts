/**
 * Returns the transaction id of a hold. A line keeps this id after it is posted. Other lines have another form of id.
 */
export const idOfHold = (hold: bigint | string): string => `h${hold}`;

/** Returns the hold that a transaction id names, or undefined. */
export function holdOfId(id: string): bigint | undefined {
  const digits = /^h(\d{1,18})$/.exec(id)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}
