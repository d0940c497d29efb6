import type { Topic } from './answers.ts';

const normalize = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns the answers whose topic, question or text contains every word. An empty search returns all answers. */
export function findAnswers(topics: readonly Topic[], search: string): Topic[] {
  const words = normalize(search).split(/\s+/).filter(Boolean);
  return topics
    .map(({ title, answers }) => ({
      title,
      answers: answers.filter(({ question, paragraphs }) => {
        const text = normalize([title, question, ...paragraphs].join(' '));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ answers }) => answers.length > 0);
}
