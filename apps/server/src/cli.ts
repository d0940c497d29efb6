import { runCli } from './cli/run-cli.ts';

// `npm run florin -- …`: the commands of operators, with or without a running server.
process.stdout.on('error', () => undefined); // `| head` closes the pipe early; a command still finishes its work
process.exitCode = await runCli(process.argv.slice(2), process.env, {
  print: (text) => process.stdout.write(`${text}\n`),
  note: (line) => process.stderr.write(`${line}\n`),
});
