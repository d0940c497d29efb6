import type { Topic } from './answers.ts';

const folded = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The topics with the answers that have every word in the question or the answer; all of them without a word. */
export function findAnswers(topics: readonly Topic[], search: string): Topic[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return topics
    .map(({ title, answers }) => ({
      title,
      answers: answers.filter(({ question, paragraphs }) => {
        const text = folded([title, question, ...paragraphs].join(' '));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ answers }) => answers.length > 0);
}
