import { containsLink, problemOfName } from '@florin/contract';

/** How a mail names a member: a name from before the rules on names, which breaks them, is left out. */
export const senderOf = ({ name, email }: { readonly name: string; readonly email: string }): string =>
  problemOfName(name) === undefined ? `${name} (${email})` : email;

export const shortSenderOf = ({ name, email }: { readonly name: string; readonly email: string }): string =>
  problemOfName(name) === undefined ? name : email;

/**
 * The paragraph of a mail that quotes a note; none without one. Mail programs make links of web addresses, and a mail of
 * Florin's carries none that somebody else chose.
 */
export function noteLines(note: string | undefined): string[] {
  if (note === undefined) return [];
  return [
    containsLink(note) ? 'Their note contains a web address, so this email leaves it out.' : `Their note: ${note}`,
  ];
}

/** A text that may be another member's, for a mail: nothing of it where it contains a web address. */
export const noLink = (text: string): string =>
  containsLink(text) ? 'The note contains a web address, so this email leaves it out.' : text;
