/**
 * Lets a page be translated by the browser. A translator puts `<font>` elements in the place of the page's own texts.
 * React still knows the texts: it fails when it removes one, or inserts something before one, that is not where it was;
 * and a figure that changes changes unseen (decision 64).
 *
 * So each text stays where React looks for it, empty, before its translation. When it is given new words, it takes its
 * place back, to be translated again; when it goes, its translation goes with it. This runs before React draws again:
 * observers are told as soon as whoever changed the page has finished.
 */
export function bearTranslation(root: Node = document): () => void {
  const observer = new MutationObserver((records) => {
    takeUp(records);
    observer.takeRecords(); // what was done here
  });
  observer.observe(root, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

type Translated = { translation: Element; readonly words: string; readonly place: Node; readonly tries: number };

/** A translator that takes even empty texts away is not fought for ever. */
const mostTries = 20;

const translated = new Map<Text, Translated>();

function takeUp(records: readonly MutationRecord[]): void {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isTranslation)));
  for (const record of records)
    for (const text of record.removedNodes) if (text instanceof Text && added.size > 0) pair(text, record, added);
  for (const [text, known] of translated) settle(text, known);
}

const isTranslation = (node: Node): node is Element => node instanceof Element && node.localName === 'font';

/** Puts a text back before the translation that has taken its place just now. */
function pair(text: Text, record: MutationRecord, added: Set<Element>): void {
  const { target, addedNodes, previousSibling, nextSibling } = record;
  const translation = [...addedNodes, previousSibling, nextSibling].find(
    (node): node is Element => node !== null && isTranslation(node) && added.has(node) && node.parentNode === target,
  );
  const isBackAlready = text.isConnected && !translation?.contains(text);
  if (!translation || isBackAlready || isTranslation(target)) return;
  added.delete(translation);
  const before = translated.get(text);
  const tries = text.data === '' ? (before?.tries ?? 0) + 1 : 0;
  if (tries > mostTries) return;
  if (before && before.translation !== translation) before.translation.remove();
  const words = text.data || (before?.words ?? '');
  // Some move the text itself into the translation: a copy stays there.
  if (translation.contains(text)) text.replaceWith(words);
  text.data = '';
  translation.before(text);
  translated.set(text, { translation, words, place: target, tries });
}

/** By how text and translation stand to each other once everything is done that was being done. */
function settle(text: Text, { translation, words, place }: Translated): void {
  const isThere = text.isConnected && text.parentNode === place;
  if (isThere && translation.parentNode === place && text.data === '') return;
  translated.delete(text);
  if (!isThere || text.data !== '') translation.remove();
  else text.data = words; // the translator took its words back
}
