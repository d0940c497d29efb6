import type { Answer, Topic } from 'virtual:help-topics';

const normalize = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * Returns the answers that contain every word in their topic, question or text. An empty search returns all answers.
 */
export function findAnswers(topics: readonly Topic[], search: string): Topic[] {
  const words = normalize(search).split(/\s+/).filter(Boolean);
  return topics
    .map(({ title, answers }) => ({
      title,
      answers: answers.filter((answer) => {
        const text = normalize(`${title} ${answer.question} ${textOf(answer)}`);
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ answers }) => answers.length > 0);
}

/** Returns an answer's text without the question. */
const textOf = ({ blocks }: Answer): string =>
  blocks
    .flatMap((block) => ('items' in block ? block.items : [block.paragraph]))
    .map((inlines) => inlines.map((inline) => (typeof inline === 'string' ? inline : inline.text)).join(''))
    .join(' ');
