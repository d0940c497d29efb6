import { runOperatorCommand } from './operator-command.ts';

// `npm run operator`: the operators' commands, with or without a running server.
process.exitCode = await runOperatorCommand(process.argv.slice(2), process.env, {
  print: (text) => process.stdout.write(`${text}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
});
