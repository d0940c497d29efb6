import { containsLink, problemOfName } from '@florin/contract';

/**
 * Returns the member's name with their address. Returns only the address if the name breaks the current rules for
 * names.
 */
export const senderOf = ({ name, email }: { readonly name: string; readonly email: string }): string =>
  problemOfName(name) === undefined ? `${name} (${email})` : email;

/** Returns the member's name, or the address if the name breaks the current rules for names. */
export const shortSenderOf = ({ name, email }: { readonly name: string; readonly email: string }): string =>
  problemOfName(name) === undefined ? name : email;

/**
 * Returns the paragraph of a mail that quotes a note; empty without a note. Leaves out a note with a web address,
 * because mail programs turn the address into a link. Florin's mails contain no links chosen by other members.
 */
export function noteLines(note: string | undefined): string[] {
  if (note === undefined) return [];
  return [
    containsLink(note) ? 'Their note contains a web address, so this email leaves it out.' : `Their note: ${note}`,
  ];
}

/** Returns a text that another member may have written, or a replacement sentence if it contains a web address. */
export const noLink = (text: string): string =>
  containsLink(text) ? 'The note contains a web address, so this email leaves it out.' : text;
