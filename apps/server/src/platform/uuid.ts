const form = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Can PostgreSQL parse this text as a UUID? Other text would fail the query. Casting the id column to text instead would
 * bypass its index and read the whole table.
 */
export const isUuid = (text: string): boolean => form.test(text);
