/** Saves a file as a browser download. */
export function saveFile(blob: Blob, name: string) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click, so it is revoked later.
  setTimeout(() => URL.revokeObjectURL(address), revokeAfterMs);
}

const revokeAfterMs = 10_000;
