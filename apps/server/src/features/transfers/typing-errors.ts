const far = 3;

/**
 * Returns the number of wrong, missing, extra or swapped characters (Damerau-Levenshtein, optimal string alignment), or
 * 3 for more than two.
 *
 * Addresses are long, and each address is compared with up to a thousand others on the main thread. The function
 * therefore builds no full matrix: equal characters are skipped, and each difference tries the four errors, at most
 * twice.
 */
export function typingErrors(a: ArrayLike<string>, b: ArrayLike<string>): number {
  const errorsFrom = (atA: number, atB: number, maxErrors: number): number => {
    let [i, j] = [atA, atB];
    while (i < a.length && j < b.length && a[i] === b[j]) {
      i++;
      j++;
    }
    const [restOfA, restOfB] = [a.length - i, b.length - j];
    if (restOfA === 0 || restOfB === 0) return restOfA + restOfB;
    if (maxErrors === 0 || Math.abs(restOfA - restOfB) > maxErrors) return far;
    const swapped = a[i] === b[j + 1] && a[i + 1] === b[j];
    return (
      1 +
      Math.min(
        errorsFrom(i + 1, j + 1, maxErrors - 1),
        errorsFrom(i + 1, j, maxErrors - 1),
        errorsFrom(i, j + 1, maxErrors - 1),
        swapped ? errorsFrom(i + 2, j + 2, maxErrors - 1) : far,
      )
    );
  };
  if (Math.abs(a.length - b.length) >= far) return far;
  return Math.min(errorsFrom(0, 0, far - 1), far);
}
