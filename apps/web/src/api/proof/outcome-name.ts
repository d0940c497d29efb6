/** The storage name of the last check. The name is in a separate file, because the store loads with the check. */
export const outcomeName = 'florin-proof';
