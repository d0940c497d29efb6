import { appendFileSync } from 'node:fs';

/** Tells what was done, for the table that `npm run prove` ends with; else to whoever reads along. */
export function tell(proof: string, figures: Readonly<Record<string, number | string>>) {
  const line = JSON.stringify(figures);
  if (process.env['FLORIN_FIGURES']) appendFileSync(process.env['FLORIN_FIGURES'], `${line}\n`);
  process.stdout.write(`${proof}: ${line}\n`);
}
