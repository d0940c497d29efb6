import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Answer, Block, Inline, Topic } from 'virtual:help-topics';
import type { Plugin } from 'vite';
import { readHelpTopic } from './read-help-topic.ts';

export const helpFolder = path.join(import.meta.dirname, '../../../docs/use');

/** The files of docs/use in the order of the help page. */
export const helpFiles = [
  'send-and-receive.md',
  'invoices.md',
  'batch-payouts.md',
  'add-and-withdraw.md',
  'coins.md',
  'fees-and-limits.md',
  'account.md',
  'safety.md',
  'proof.md',
  'history.md',
  'business.md',
  'developers.md',
];

const moduleId = 'virtual:help-topics';

/** Provides the help topics as data, so the app contains neither Markdown nor HTML texts. */
export function helpTopics(): Plugin {
  return {
    name: 'help-topics',
    resolveId: { filter: { id: new RegExp(`^${moduleId}$`) }, handler: () => `\0${moduleId}` },
    load: {
      filter: { id: new RegExp(`^\0${moduleId}$`) },
      handler() {
        for (const file of helpFiles) this.addWatchFile(path.join(helpFolder, file));
        return `export const topics = ${JSON.stringify(readHelpTopics())};`;
      },
    },
  };
}

function readHelpTopics(): Topic[] {
  const unlisted = readdirSync(helpFolder).filter((file) => !helpFiles.includes(file));
  if (unlisted.length > 0) throw new Error(`docs/use/${unlisted[0]} is not in helpFiles of build/help-topics.ts`);
  const texts = new Map(helpFiles.map((file) => [file, readFileSync(path.join(helpFolder, file), 'utf8')]));
  return topicsFrom(texts);
}

/** Returns a topic per Markdown file, with links to answers by their ids. Throws for a text that help cannot show. */
export function topicsFrom(texts: ReadonlyMap<string, string>): Topic[] {
  const topics = new Map(Array.from(texts, ([file, text]) => [file, naming(file, () => readHelpTopic(text))]));
  const ids = [...topics.values()].flatMap(({ answers }) => answers.map(({ id }) => id));
  const repeated = ids.find((id, at) => ids.indexOf(id) !== at);
  if (repeated !== undefined) throw new Error(`docs/use has two questions with the anchor ${repeated}`);
  return Array.from(topics, ([file, { title, answers }]) => ({
    title,
    answers: naming(file, () => answers.map((answer) => withResolvedLinks(answer, file, topics))),
  }));
}

function withResolvedLinks(answer: Answer, file: string, topics: ReadonlyMap<string, Topic>): Answer {
  const resolve = (inline: Inline): Inline => {
    if (typeof inline === 'string') return inline;
    const [target = '', id = ''] = inline.answer.split('#');
    if (!topics.get(target || file)?.answers.some((one) => one.id === id))
      throw new Error(`the link to ${inline.answer} leads to no question`);
    return { text: inline.text, answer: id };
  };
  const resolveBlock = (block: Block): Block =>
    'items' in block
      ? { items: block.items.map((item) => item.map(resolve)) }
      : { paragraph: block.paragraph.map(resolve) };
  return { ...answer, blocks: answer.blocks.map(resolveBlock) };
}

/** Names the file in an error of `read`. */
function naming<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`docs/use/${file}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
