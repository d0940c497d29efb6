/**
 * Keeps the page working while the browser translates the page. A translator replaces text nodes with `<font>`
 * elements, but React keeps its references to the text nodes. React then throws when it removes such a node or inserts
 * an element before the node. In addition, changed amounts stay invisible (decision 64).
 *
 * The fix keeps each text node, emptied, directly before its translation. When React changes the text, the node
 * replaces its translation, and the translator translates it again. When React removes the node, the fix also removes
 * the node's translation. The mutation observer runs before the next render.
 */
export function tolerateTranslation(root: Node = document): () => void {
  const observer = new MutationObserver((records) => {
    process(records);
    observer.takeRecords(); // drops the records of our own changes
  });
  observer.observe(root, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

type Translated = { translation: Element; readonly original: string; readonly parent: Node; readonly tries: number };

/** Some translators remove even empty text nodes. After this many tries we stop restoring the node. */
const maxTries = 20;

const translated = new Map<Text, Translated>();

function process(records: readonly MutationRecord[]): void {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes].filter(isTranslation)));
  for (const record of records)
    for (const text of record.removedNodes) if (text instanceof Text && added.size > 0) pair(text, record, added);
  for (const [text, known] of translated) settle(text, known);
}

const isTranslation = (node: Node): node is Element => node instanceof Element && node.localName === 'font';

/** Puts a text node back before the translation that just replaced it. */
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
  if (tries > maxTries) return;
  if (before && before.translation !== translation) before.translation.remove();
  const original = text.data || (before?.original ?? '');
  // Some translators move the text node into the translation. A copy stays there.
  if (translation.contains(text)) text.replaceWith(original);
  text.data = '';
  translation.before(text);
  translated.set(text, { translation, original, parent: target, tries });
}

/** Ends the pairing of a text node and its translation when React or the translator changed one of them. */
function settle(text: Text, { translation, original, parent }: Translated): void {
  const isInPlace = text.isConnected && text.parentNode === parent;
  if (isInPlace && translation.parentNode === parent && text.data === '') return;
  translated.delete(text);
  if (!isInPlace || text.data !== '') translation.remove();
  else text.data = original; // the translator removed its translation
}
