import { lexer, type MarkedToken, type Token } from 'marked';
import type { Answer, Block, Inline, Topic } from 'virtual:help-topics';
import { withFixedFigures } from './help-figures.ts';

/** Returns the help topic of a Markdown file: a title, and questions with an anchor: `## <a id="fees"></a>What …?` */
export function readHelpTopic(markdown: string): Topic {
  const [title, ...others] = tokensOf(lexer(withFixedFigures(markdown)));
  if (title?.type !== 'heading' || title.depth !== 1) throw new Error('the first line must be a title');
  const answers: Answer[] = [];
  let blocks: Block[] = [];
  for (const token of others) {
    if (token.type === 'heading') {
      blocks = [];
      answers.push({ ...questionOf(token.text), blocks });
    } else if (answers.length === 0) throw new Error('the title must be followed by a question');
    else blocks.push(blockOf(token));
  }
  return { title: typeset(title.text), answers };
}

function questionOf(heading: string): { id: string; question: string } {
  const [, id = '', question = ''] = /^<a id="([a-z-]+)"><\/a>(.+)$/.exec(heading) ?? [];
  if (question === '') throw new Error(`the question "${heading}" has no anchor of the form <a id="fees"></a>`);
  return { id, question: typeset(question) };
}

function blockOf(token: MarkedToken): Block {
  if (token.type === 'paragraph') return { paragraph: inlinesOf(token.tokens) };
  if (token.type === 'list' && !token.ordered) return { items: token.items.map(({ tokens }) => inlinesOf(tokens)) };
  throw new Error(`help pages show paragraphs and plain lists, not: ${token.raw}`);
}

const inlinesOf = (tokens: Token[]): Inline[] => tokensOf(tokens).flatMap((token) => inlineOf(token));

function inlineOf(token: MarkedToken): Inline[] {
  if (token.type === 'text') return token.tokens ? inlinesOf(token.tokens) : [typeset(token.text)];
  if (token.type === 'link') return [{ text: typeset(token.text), answer: token.href }];
  throw new Error(`help pages show plain text and links, not: ${token.raw}`);
}

/** Drops empty lines. Without extensions, all tokens are of the known types. */
const tokensOf = (tokens: Token[]): MarkedToken[] =>
  tokens.filter((token): token is MarkedToken => token.type !== 'space');

const typeset = (text: string): string => text.replaceAll(/\n/g, ' ').replaceAll(/(?<=\w)'/g, '’');
