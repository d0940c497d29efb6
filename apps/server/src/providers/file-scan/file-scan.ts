/**
 * Looks through what members upload before anything else is done with it. Resolves with what was found in it, or undefined
 * where that is nothing. Throws where it could not look.
 */
export type FileScan = (content: Buffer) => Promise<string | undefined>;
