import { afterEach, expect, test } from 'vitest';
import { stayNear } from './stay-near.ts';

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
  if (!button || !other || !article || !section) throw new Error('the page is not whole');
  button.focus();
  stayNear(button);
  return { button, other, article, section };
}

const afterMutations = () => new Promise((done) => setTimeout(done, 20));

test('what leaves with the focus leaves it to the nearest part that is left', async () => {
  const { article, section } = show();
  article.remove();
  await afterMutations();
  expect(document.activeElement).toBe(section);
});

test('nothing happens while it stays, and nothing once the focus went on', async () => {
  const { button, other, article } = show();
  other.append('!');
  await afterMutations();
  expect(document.activeElement).toBe(button);
  other.focus();
  article.remove();
  await afterMutations();
  expect(document.activeElement).toBe(other);
});

test('where no part is left, the focus is on the page’s content', async () => {
  const { section } = show();
  section.remove();
  await afterMutations();
  expect(document.activeElement).toBe(document.querySelector('main'));
});
