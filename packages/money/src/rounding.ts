/** Divides and rounds toward minus infinity. The divisor must be above zero. */
export function divFloor(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/** Divides and rounds toward plus infinity. The divisor must be above zero. */
export function divCeil(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor > 0n ? quotient + 1n : quotient;
}

/** Divides and rounds to the nearest integer, half up. The divisor must be above zero. */
export const divNearest = (dividend: bigint, divisor: bigint): bigint =>
  divFloor(2n * dividend + divisor, 2n * divisor);

export const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);
