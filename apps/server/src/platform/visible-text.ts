/** Characters that control a terminal, or reverse the text after them. */
const control = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Shows control characters and line breaks as JSON does: `\u001b`. For names and texts from files in one line. */
export const visibleLine = (text: string): string => text.replaceAll(control, escaped);

/** Like `visibleLine`, but leaves line feeds and tabs. JSON text stays JSON text with the same content. */
export const visibleText = (text: string): string =>
  text.replaceAll(control, (character) => (character === '\n' || character === '\t' ? character : escaped(character)));

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
