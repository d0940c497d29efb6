import { runOperatorCommand } from './operator-command.ts';

/** What operators do from the server's command line, beside a running server or without one: `npm run operator`. */
process.exitCode = await runOperatorCommand(process.argv.slice(2), process.env, {
  print: (text) => process.stdout.write(`${text}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
});
