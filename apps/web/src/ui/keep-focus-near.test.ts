import { afterEach, expect, test } from 'vitest';
import { keepFocusNear } from './keep-focus-near.ts';

afterEach(() => document.body.replaceChildren());

const page = `
  <main>
    <section aria-label="Sessions">
      <article><button>Sign out</button></article>
      <button>Other</button>
    </section>
  </main>`;

function show() {
  document.body.innerHTML = page;
  const [button, other] = document.querySelectorAll('button');
  const [article, section] = ['article', 'section'].map((name) => document.querySelector<HTMLElement>(name));
  if (!button || !other || !article || !section) throw new Error('the page lacks an element');
  button.focus();
  keepFocusNear(button);
  return { button, other, article, section };
}

const afterMutations = () => new Promise((done) => setTimeout(done, 20));

test('removing the focused element moves the focus to the nearest remaining section', async () => {
  const { article, section } = show();
  article.remove();
  await afterMutations();
  expect(document.activeElement).toBe(section);
});

test('the focus does not move while its element exists, or after the user moved it', async () => {
  const { button, other, article } = show();
  other.append('!');
  await afterMutations();
  expect(document.activeElement).toBe(button);
  other.focus();
  article.remove();
  await afterMutations();
  expect(document.activeElement).toBe(other);
});

test('removing all enclosing sections moves the focus to the main content', async () => {
  const { section } = show();
  section.remove();
  await afterMutations();
  expect(document.activeElement).toBe(document.querySelector('main'));
});
