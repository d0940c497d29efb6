/** The id of what waits, and of what it became: its hold's number. What was posted at once has another form of id. */
export const idOfHold = (hold: bigint | string): string => `h${hold}`;

/** The hold that an id names, if it names one. */
export function holdOfId(id: string): bigint | undefined {
  const digits = /^h(\d{1,18})$/.exec(id)?.[1];
  return digits === undefined ? undefined : BigInt(digits);
}
