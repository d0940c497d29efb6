import {
  defaultPolicy,
  kycFileBytes,
  passwordMinimum,
  policyFigures,
  reminderBounds,
  requestDays,
  withFigures,
} from '@florin/contract';

/** The figures that docs/use names and that are the same on every server. The build writes them into the help page. */
const fixedFigures: Readonly<Record<string, string>> = {
  'password.minimum': String(passwordMinimum),
  'request.days': String(requestDays),
  'request.reminders': String(reminderBounds.maximum),
  'kyc.file': `${kycFileBytes / 1024 / 1024} MB`,
};

/** The figures that the operator can configure. The help page writes these figures itself. */
const configured: ReadonlySet<string> = new Set(['brand', ...Object.keys(policyFigures(defaultPolicy))]);

/** Replaces the fixed figures of a text. Throws for a name that does not exist. */
export function withFixedFigures(text: string): string {
  const filled = withFigures(text, fixedFigures);
  for (const [, name = ''] of filled.matchAll(/\{\{(.*?)\}\}/g))
    if (!configured.has(name)) throw new Error(`unknown placeholder {{${name}}}; add it to build/help-figures.ts`);
  return filled;
}
