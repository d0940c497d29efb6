import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tolerateTranslation } from './browser-translation.ts';

type Replace = (text: Text, font: Element, inner: Element) => void;
/** The ways in which known translators change a page. */
const translators: Record<string, Replace> = {
  'replaces each text node': (text, font, inner) => {
    inner.textContent = text.data;
    text.replaceWith(font);
  },
  'moves each text node into its elements': (text, font, inner) => {
    text.before(font);
    inner.append(text);
  },
  'inserts its own element and removes the text node': (text, font, inner) => {
    inner.textContent = text.data;
    text.after(font);
    text.remove();
  },
};

function translate(replace: Replace): () => void {
  const wrapAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode);
    for (const text of texts) {
      if (text.data.trim() === '' || !text.parentElement || text.parentElement.localName === 'font') continue;
      const [font, inner] = [document.createElement('font'), document.createElement('font')];
      font.append(inner);
      replace(text, font, inner);
    }
  };
  const observer = new MutationObserver(() => wrapAll(document.body));
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  wrapAll(document.body);
  return () => observer.disconnect();
}

function Form() {
  const [amount, setAmount] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <form>
      <button type="button" aria-label="More" onClick={() => setAmount(amount + 1)} />
      <button type="button" aria-label="Open" onClick={() => setIsOpen(!isOpen)} />
      <p data-testid="line">
        {isOpen && <b>First: </b>}
        You send {amount} dollars{amount > 1 && ' or more'}
        {isOpen ? 'open' : <i>shut</i>}
        <em>!</em>
      </p>
    </form>
  );
}

let stops: (() => void)[] = [];
beforeEach(() => {
  stops = [tolerateTranslation()];
});
afterEach(() => {
  for (const stop of stops) stop();
  cleanup();
});

const line = () => screen.getByTestId('line').textContent;
const press = (name: string) => act(async () => screen.getByLabelText(name).click());

test.each(Object.entries(translators))(
  'a translated page keeps updating when the translator %s',
  async (_, replace) => {
    render(<Form />);
    stops.push(translate(replace));
    await act(async () => undefined);
    expect(document.querySelectorAll('font').length).toBeGreaterThan(0);
    expect(line()).toBe('You send 0 dollarsshut!');
    await press('More');
    expect(line()).toBe('You send 1 dollarsshut!');
    await press('Open');
    expect(line()).toBe('First: You send 1 dollarsopen!');
    await press('More');
    await press('More');
    expect(line()).toBe('First: You send 3 dollars or moreopen!');
    await press('Open');
    expect(line()).toBe('You send 3 dollars or moreshut!');
  },
);

test('a page shows its original text again after the translator reverts', async () => {
  render(<Form />);
  const text = screen.getByTestId('line').firstChild;
  if (!(text instanceof Text)) throw new Error('expected the line to begin with a text node');
  const font = document.createElement('font');
  font.textContent = 'Vous envoyez ';
  text.replaceWith(font);
  await act(async () => undefined);
  expect(line()).toBe('Vous envoyez 0 dollarsshut!');
  font.replaceWith(text);
  await act(async () => undefined);
  expect(line()).toBe('You send 0 dollarsshut!');
});

test('a page without a translator stays unchanged', async () => {
  render(<Form />);
  const before = screen.getByTestId('line').innerHTML;
  await press('Open');
  await press('Open');
  expect(screen.getByTestId('line').innerHTML).toBe(before);
});
