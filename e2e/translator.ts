/**
 * Runs in the page. Acts like browser translation: wraps each text in `<font><font>…`, including later texts. Keeps the
 * words, so tests find the words.
 */
export function translatePage(): void {
  const wrap = (text: Text) => {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    inner.textContent = text.data;
    text.replaceWith(outer);
  };
  const isOpen = (text: Text) =>
    text.data.trim() !== '' && !text.parentElement?.closest('font, script, style, option, title, textarea, svg');
  const wrapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node instanceof Text && isOpen(node)) texts.push(node);
    texts.forEach(wrap);
  };
  addEventListener('DOMContentLoaded', () => {
    wrapAll(document.body);
    new MutationObserver(() => wrapAll(document.body)).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  });
}
