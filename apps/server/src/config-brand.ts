import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { canonicalEmail, legalDocumentNames, shownLine, type LegalDocumentName } from '@florin/contract';
import { z } from 'zod';
import { problemOfLogo } from './config-logo.ts';

// The sections of FLORIN_CONFIG about the institution's brand.

export type Logo = { readonly type: 'image/svg+xml' | 'image/png'; readonly bytes: Buffer };

export type BrandConfig = {
  readonly name: string;
  /** Undefined: from the environment. */
  readonly supportEmail: string | undefined;
  /** Undefined: Florin's own. */
  readonly logo: Logo | undefined;
};

export const defaultBrandName = 'Florin';

/** The operator's own texts, by name. */
export type OperatorTexts = Readonly<Partial<Record<LegalDocumentName, string>>>;

const maxNameLength = 40;
const maxTextBytes = 500_000;

const filePath = z.string({ error: 'must be the path of a file, in quotes' }).min(1);

export const brandSections = {
  brand: z
    .strictObject({
      name: z
        .string()
        .refine(
          (name) => name !== '' && name.length <= maxNameLength && shownLine(name) === name && !/[<>{}]/.test(name),
          {
            error: `must be 1 to ${maxNameLength} characters in one line, without < > { }`,
          },
        )
        .optional()
        .describe('The name of the product on screens, mails and documents.'),
      support_email: z
        .string()
        .refine((email) => canonicalEmail(email) !== undefined, 'must be an email address')
        .optional(),
      logo: filePath.optional().describe('An SVG or PNG file, square. A relative path is relative to this file.'),
    })
    .optional(),
  texts: z
    .strictObject({ terms: filePath.optional(), privacy: filePath.optional(), imprint: filePath.optional() })
    .optional()
    .describe('Text files. A relative path is relative to this file.'),
};

type Sections = z.output<z.ZodObject<typeof brandSections>>;

/** The folder that relative paths start from, and the function that collects problems. */
type Files = { readonly folder: string; readonly addProblem: (problem: string) => void };

export function brandOf({ brand }: Sections, files: Files): BrandConfig {
  return {
    name: brand?.name ?? defaultBrandName,
    supportEmail: brand?.support_email,
    logo: brand?.logo === undefined ? undefined : logoIn(brand.logo, files),
  };
}

function logoIn(name: string, files: Files): Logo | undefined {
  const type = { '.svg': 'image/svg+xml', '.png': 'image/png' } as const;
  const extension = path.extname(name).toLowerCase();
  if (extension !== '.svg' && extension !== '.png') {
    files.addProblem('brand.logo must end in .svg or .png.');
    return undefined;
  }
  const bytes = contentOf('brand.logo', name, files);
  if (!bytes) return undefined;
  const logo = { type: type[extension], bytes };
  const problem = problemOfLogo(logo);
  if (problem === undefined) return logo;
  files.addProblem(`brand.logo ${problem}`);
  return undefined;
}

export function textsOf({ texts = {} }: Sections, files: Files): OperatorTexts {
  const found: Partial<Record<LegalDocumentName, string>> = {};
  for (const name of legalDocumentNames) {
    const file = texts[name];
    const bytes = file === undefined ? undefined : contentOf(`texts.${name}`, file, files);
    if (!bytes) continue;
    const text = utf8Of(bytes);
    if (bytes.length > maxTextBytes) files.addProblem(`texts.${name} must have at most 500 KB.`);
    else if (text?.trim()) found[name] = text;
    else files.addProblem(`texts.${name} must be a text in UTF-8 that is not empty.`);
  }
  return found;
}

/** Adds a sentence if the file cannot be read. */
function contentOf(setting: string, name: string, { folder, addProblem }: Files): Buffer | undefined {
  const file = path.resolve(folder, name);
  try {
    if (statSync(file).isFile()) return readFileSync(file);
  } catch {
    // The next sentence of the error names the remedy.
  }
  addProblem(`${setting}: ${file} cannot be read. Check the path and the rights.`);
  return undefined;
}

function utf8Of(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
