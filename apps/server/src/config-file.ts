import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Policy } from '@florin/contract';
import { brandOf, brandSections, textsOf, type BrandConfig, type OperatorTexts } from './config-brand.ts';
import { problemsOfNumbers } from './config-accounts.ts';
import { nachaSettings } from './config-nacha.ts';
import { policyOf, policySections } from './config-policy.ts';

const text = z.string().trim().min(1).max(140);

/** A bank account of the institution. Members pay to this account, and receive payments from it. */
const operatorAccount = z
  .strictObject({
    id: z.string().regex(/^[a-z\d][a-z\d-]{0,39}$/, 'must be lower-case letters, digits and hyphens, such as main-eur'),
    currency: z.enum(['USD', 'EUR', 'GBP']),
    holder: text,
    bank: text,
    purpose: z.enum(['safeguarding', 'own_funds']),
    iban: text.optional(),
    bic: text.optional(),
    account_number: text.optional(),
    sort_code: text.optional(),
    routing_number: text.optional(),
    nacha: nachaSettings.optional(),
    statement_names: z.array(text).max(10).optional(),
  })
  .refine(({ iban, account_number }) => iban ?? account_number, { message: 'must have an iban or an account_number' })
  .refine(({ nacha, currency, account_number }) => !nacha || (currency === 'USD' && account_number), {
    message: 'must be in USD and have an account_number, because it has nacha',
  })
  .refine(({ nacha, routing_number }) => !nacha?.balanced || routing_number, {
    message: 'must have a routing_number, because nacha.balanced is true',
  })
  .superRefine((account, context) => {
    for (const { field, sentence } of problemsOfNumbers(account))
      context.addIssue({ code: 'custom', path: [field], message: sentence });
  });

/** The settings in the file that FLORIN_CONFIG names. Each is optional (docs/operate/config.schema.json). */
export const configFile = z.strictObject({
  $schema: z.string().optional(),
  operator_accounts: z
    .array(operatorAccount)
    .max(50)
    .default([])
    .refine((accounts) => new Set(accounts.map(({ id }) => id)).size === accounts.length, {
      message: 'has two accounts with the same id',
    }),
  ...brandSections,
  ...policySections,
});

type ConfigFile = z.output<typeof configFile>;
export type OperatorAccountConfig = ConfigFile['operator_accounts'][number];

export type Configured = {
  readonly operatorAccounts: readonly OperatorAccountConfig[];
  readonly policy: Policy;
  readonly brand: BrandConfig;
  readonly operatorTexts: OperatorTexts;
};

/** Reads FLORIN_CONFIG. Without FLORIN_CONFIG, every setting has its default. Adds a sentence for each problem. */
export function readConfigFile(env: Record<string, string | undefined>, problems: string[]): Configured {
  const file = env['FLORIN_CONFIG'];
  const parsed = file ? parse(file, problems) : undefined;
  const given: ConfigFile = parsed ?? { operator_accounts: [] };
  // Paths in the file are relative to it, so that a folder with all files can be moved.
  const files = {
    folder: path.dirname(file ?? ''),
    addProblem: (problem: string) => problems.push(`${file}: ${problem}`),
  };
  return {
    operatorAccounts: given.operator_accounts,
    policy: policyOf(given),
    brand: brandOf(given, files),
    operatorTexts: textsOf(given, files),
  };
}

function parse(file: string, problems: string[]): ConfigFile | undefined {
  const content = jsonIn(file, problems);
  if (content === undefined) return undefined;
  const parsed = configFile.safeParse(content, { error: predicateOf });
  if (parsed.success) return parsed.data;
  problems.push(
    ...parsed.error.issues.flatMap((issue) => sentencesOf(issue).map((sentence) => `${file}: ${sentence}.`)),
  );
  return undefined;
}

/** Returns the problem of a value, as text that follows its name. Keeps the text of rules that have one. */
function predicateOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type')
    return issue.input === undefined ? 'is missing' : `must be ${typeWords[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
  if (issue.code === 'too_small') return 'must not be empty';
  if (issue.code === 'too_big')
    return `must have at most ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'characters'}`;
  return undefined;
}

const typeWords: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  object: 'an object in braces',
  array: 'a list in brackets',
};

function sentencesOf(issue: z.core.$ZodIssue): string[] {
  const name = issue.path.join('.');
  if (issue.code !== 'unrecognized_keys') return [`${name || 'the file'} ${issue.message}`];
  return issue.keys.map((key) => `${[...issue.path, key].join('.')} is not a setting. Check its spelling`);
}

function jsonIn(file: string, problems: string[]): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const isSyntax = error instanceof SyntaxError;
    problems.push(
      isSyntax
        ? `FLORIN_CONFIG: ${file} is not valid JSON (${error.message.replaceAll(/\s+/g, ' ')}).`
        : `FLORIN_CONFIG: ${file} cannot be read. Check the path and the rights.`,
    );
    return undefined;
  }
}
