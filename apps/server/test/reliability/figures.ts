import { appendFileSync } from 'node:fs';

/** Reports figures by name, for the table at the end of `npm run florin -- prove` and on standard output. */
export function reportFigures(proof: string, figures: Readonly<Record<string, number | string>>) {
  const line = JSON.stringify(figures);
  if (process.env['FLORIN_FIGURES']) appendFileSync(process.env['FLORIN_FIGURES'], `${line}\n`);
  process.stdout.write(`${proof}: ${line}\n`);
}
