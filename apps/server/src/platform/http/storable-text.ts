/**
 * Can the database keep this text? It takes neither the character NUL nor half a surrogate pair. One such text would
 * fail not only its own request but everything that is posted in one batch with it.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
