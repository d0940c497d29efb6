import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { legalDocumentNames, type LegalDocument, type LegalDocumentName } from '@florin/contract';
import { builtInTexts } from './built-in-texts.ts';

export type LegalDocuments = Readonly<Record<LegalDocumentName, LegalDocument>>;

/**
 * Reads `terms.txt` and `privacy.txt` from the operator's folder. Uses the built-in text if a file is missing. Throws
 * if a file cannot be read.
 */
export function readLegalDocuments(folder: string | undefined): LegalDocuments {
  const read = (name: LegalDocumentName) => legalDocumentOf(textOf(folder, name));
  const [terms, privacy] = legalDocumentNames;
  return { terms: read(terms), privacy: read(privacy) };
}

function textOf(folder: string | undefined, name: LegalDocumentName): string {
  const file = folder === undefined ? undefined : path.join(folder, `${name}.txt`);
  return file !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : builtInTexts[name];
}

/**
 * Parses a plain text. `# ` starts the title, `## ` starts a section heading, and an empty line ends a paragraph. Any
 * other markup stays text.
 */
export function legalDocumentOf(text: string): LegalDocument {
  const blocks = text
    .replace(/^\uFEFF/, '')
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
