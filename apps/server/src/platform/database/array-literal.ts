/**
 * Formats a PostgreSQL array literal of numbers. The driver quotes and escapes every element, even numbers and ids, which
 * took an eighth of Node's processor time for a batch of sends.
 */
export const numberArray = (numbers: readonly (number | bigint)[]): string => `{${numbers.join(',')}}`;

/** Formats a PostgreSQL array literal of texts. */
export const textArray = (texts: readonly (string | null)[]): string => `{${texts.map(element).join(',')}}`;

/** Formats a PostgreSQL array literal of JSON values. The second JSON.stringify escapes exactly as an element needs it. */
export const jsonArray = (values: readonly object[]): string =>
  `{${values.map((value) => JSON.stringify(JSON.stringify(value))).join(',')}}`;

/** Elements that need no quotes: not empty, not NULL, and without blanks, commas, braces, quotes and backslashes. */
const plain = /^(?!null$)[\w@.:-]+$/i;

const element = (text: string | null) =>
  text === null ? 'NULL' : plain.test(text) ? text : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
