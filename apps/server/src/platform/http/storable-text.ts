/**
 * Can PostgreSQL store this text? PostgreSQL rejects NUL characters and lone surrogates. One such text would fail all
 * entries of its batch, not only its own request.
 */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
