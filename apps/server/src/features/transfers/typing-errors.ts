const far = 3;

/**
 * How many characters were mistyped, left out, put in or swapped with their neighbour (Damerau-Levenshtein, optimal
 * string alignment); 3 for anything more than two.
 *
 * Addresses are long, and are compared with a thousand others while everybody waits. So there is no matrix of each
 * character with each: what is the same is read along, and only at a difference each of the four errors is tried, twice
 * at most.
 */
export function typingErrors(a: ArrayLike<string>, b: ArrayLike<string>): number {
  const errorsFrom = (atA: number, atB: number, most: number): number => {
    let [i, j] = [atA, atB];
    while (i < a.length && j < b.length && a[i] === b[j]) {
      i++;
      j++;
    }
    const [restOfA, restOfB] = [a.length - i, b.length - j];
    if (restOfA === 0 || restOfB === 0) return restOfA + restOfB;
    if (most === 0 || Math.abs(restOfA - restOfB) > most) return far;
    const swapped = a[i] === b[j + 1] && a[i + 1] === b[j];
    return (
      1 +
      Math.min(
        errorsFrom(i + 1, j + 1, most - 1),
        errorsFrom(i + 1, j, most - 1),
        errorsFrom(i, j + 1, most - 1),
        swapped ? errorsFrom(i + 2, j + 2, most - 1) : far,
      )
    );
  };
  if (Math.abs(a.length - b.length) >= far) return far;
  return Math.min(errorsFrom(0, 0, far - 1), far);
}
