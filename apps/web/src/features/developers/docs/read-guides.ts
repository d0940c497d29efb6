/** Text, code, or a link in a paragraph. */
export type Inline = string | { readonly code: string } | { readonly text: string; readonly href: string };

/** A call in curl, in JavaScript, or in both. */
export type Sample = {
  readonly curl?: string;
  readonly js?: string;
  /** The path of a read-only call. The page can make this call. */
  readonly reads?: string;
};

export type Block = { readonly paragraph: readonly Inline[] } | { readonly sample: Sample };

export type Guide = { readonly id: string; readonly title: string; readonly blocks: readonly Block[] };

/** Reads the guides from Markdown. A curl block and the following JavaScript block are one sample. */
export const readGuides = (markdown: string): Guide[] =>
  markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...rest] = section.split('\n');
      return { id: title.toLowerCase().replaceAll(' ', '-'), title, blocks: blocksOf(rest.join('\n')) };
    });

/** A fenced block with its language, or a paragraph. */
const parts = /^```(sh(?: run)?|js)\n([^]*?)\n```$|^(\S.*)$/gm;

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  for (const [, language, code = '', paragraph] of text.matchAll(parts)) {
    const last = blocks.at(-1);
    if (paragraph !== undefined) blocks.push({ paragraph: inlinesOf(paragraph) });
    else if (language === 'js' && last && 'sample' in last && last.sample.js === undefined)
      blocks[blocks.length - 1] = { sample: { ...last.sample, js: code } };
    else blocks.push({ sample: language === 'js' ? { js: code } : { curl: code, ...readsOf(language, code) } });
  }
  return blocks;
}

const readsOf = (language: string | undefined, code: string): Pick<Sample, 'reads'> => {
  const path = language === 'sh run' ? /^curl "\$FLORIN_URL([^"]+)"/.exec(code)?.[1] : undefined;
  return path === undefined ? {} : { reads: path };
};

const inlinesOf = (paragraph: string): Inline[] =>
  paragraph
    .split(/(`[^`]+`|\[[^\]]+\]\([^)]+\))/)
    .filter((part) => part !== '')
    .map((part) => {
      const [, text, href] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
      if (text !== undefined && href !== undefined) return { text, href };
      return part.startsWith('`') ? { code: part.slice(1, -1) } : part;
    });
