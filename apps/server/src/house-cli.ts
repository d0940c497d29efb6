import { runHouseCommand } from './house-command.ts';

// `npm run house`: the operators' commands about coins, with or without a running server.
process.exitCode = await runHouseCommand(process.argv.slice(2), process.env, {
  print: (text) => process.stdout.write(`${text}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
});
