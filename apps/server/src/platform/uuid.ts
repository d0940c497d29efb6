const form = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Can the database compare this text with an id? It takes nothing else for one; and where the id is made text instead,
 * to compare it with anything, no index serves and the whole table is read.
 */
export const isUuid = (text: string): boolean => form.test(text);
