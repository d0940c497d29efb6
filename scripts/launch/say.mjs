/** One line on what is being done now. */
export function say(line) {
  process.stdout.write(`florin: ${line}\n`);
}

/** Ends the program with a sentence for whoever started it, and no stack. */
export function giveUp(sentence) {
  process.stderr.write(`florin: ${sentence}\n`);
  process.exit(1);
}
