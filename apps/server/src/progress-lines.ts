const everyMs = 5_000;

/** Counts bytes and prints the total every 5 seconds. */
export function progressLines(what: string, note: (line: string) => void): (bytes: number) => void {
  let [total, said] = [0, performance.now()];
  return (bytes) => {
    total += bytes;
    if (performance.now() - said < everyMs) return;
    said = performance.now();
    note(`${what} ${sizeOf(total)} so far`);
  };
}

const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];

export function sizeOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`;
}
