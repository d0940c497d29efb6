import { appendFileSync } from 'node:fs';

/** Prints a proof's figures and appends them to the file FLORIN_FIGURES, which `npm run florin -- prove` summarizes. */
export function reportFigures(proof: string, figures: Readonly<Record<string, number | string>>) {
  const line = JSON.stringify(figures);
  if (process.env['FLORIN_FIGURES']) appendFileSync(process.env['FLORIN_FIGURES'], `${line}\n`);
  process.stdout.write(`${proof}: ${line}\n`);
}
