// Ignores write errors, for example after the terminal was closed, so all processes still stop cleanly.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** Prints one line about the current action. */
export function say(line) {
  process.stdout.write(`florin: ${line}\n`);
}

/** Exits with a message and without a stack. The exit code is 2 for invalid arguments. */
export function giveUp(sentence, exitCode = 1) {
  process.stderr.write(`florin: ${sentence}\n`);
  process.exit(exitCode);
}
