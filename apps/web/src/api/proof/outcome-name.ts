/** The storage name of the last check. The name is apart from the store, which loads with the check. */
export const outcomeName = 'florin-proof';
