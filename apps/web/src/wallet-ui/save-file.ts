/** Hands a file to the browser, as if a link to it had been followed. */
export function saveFile(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers read it only after the click is over.
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
}

const revokeAfterMs = 10_000;
