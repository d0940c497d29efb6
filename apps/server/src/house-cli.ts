import { runHouseCommand } from './house-command.ts';

/** The operators' commands about the house's coins, beside a running server or without one: `npm run house`. */
process.exitCode = await runHouseCommand(process.argv.slice(2), process.env, {
  print: (text) => process.stdout.write(`${text}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
});
