// Whoever read this may be gone, as with a terminal that was closed: what runs is stopped in order all the same.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

/** One line on what is being done now. */
export function say(line) {
  process.stdout.write(`florin: ${line}\n`);
}

/** Ends the program with a sentence for whoever started it, and no stack. */
export function giveUp(sentence) {
  process.stderr.write(`florin: ${sentence}\n`);
  process.exit(1);
}
