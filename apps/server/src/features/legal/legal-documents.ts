import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  legalDocumentNames,
  withFigures,
  type LegalDocument,
  type LegalDocumentName,
  type PolicyFigures,
} from '@florin/contract';
import { builtInTexts } from './built-in-texts.ts';

export type LegalDocuments = Readonly<Partial<Record<LegalDocumentName, LegalDocument>>>;

type Sources = {
  /** The operator's texts in FLORIN_CONFIG, which take precedence. */
  readonly texts: Readonly<Partial<Record<LegalDocumentName, string>>>;
  /** The operator's folder, with `terms.txt`, `privacy.txt` and `imprint.txt`. */
  readonly folder: string | undefined;
  /** The figures that texts may name, such as `{{send.fee}}`. */
  readonly figures: PolicyFigures;
};

/**
 * Reads the legal documents. A missing document has the built-in text, if one exists. Throws if a file is unreadable.
 */
export function readLegalDocuments({ texts, folder, figures }: Sources): LegalDocuments {
  const documents: Partial<Record<LegalDocumentName, LegalDocument>> = {};
  for (const name of legalDocumentNames) {
    const text = texts[name] ?? textIn(folder, name) ?? builtInTexts[name];
    if (text !== undefined) documents[name] = legalDocumentOf(withFigures(text, figures));
  }
  return documents;
}

function textIn(folder: string | undefined, name: LegalDocumentName): string | undefined {
  const file = folder === undefined ? undefined : path.join(folder, `${name}.txt`);
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * Parses a plain text. A line with `# ` is the title, a line with `## ` is a section heading, and an empty line ends a
 * paragraph. Any other markup stays text.
 */
export function legalDocumentOf(text: string): LegalDocument {
  const blocks = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/^[ \t]*##? .*$/gm, '\n\n$&\n\n')
    .split(/\r?\n\s*\r?\n/)
    .map((block) => block.trim().replaceAll(/\s*\r?\n\s*/g, ' '))
    .filter((block) => block !== '');
  const sections: { heading?: string; paragraphs: string[] }[] = [{ paragraphs: [] }];
  let title = '';
  for (const block of blocks) {
    if (block.startsWith('## ')) sections.push({ heading: block.slice(3).trim(), paragraphs: [] });
    else if (block.startsWith('# ')) title = block.slice(2).trim();
    else sections.at(-1)?.paragraphs.push(block);
  }
  return {
    title,
    sections: sections.filter(({ heading, paragraphs }) => heading !== undefined || paragraphs.length > 0),
  };
}
