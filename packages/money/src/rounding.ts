/** Divides towards minus infinity. The divisor is above zero. */
export function divFloor(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor < 0n ? quotient - 1n : quotient;
}

/** Divides towards plus infinity. The divisor is above zero. */
export function divCeil(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  return dividend % divisor > 0n ? quotient + 1n : quotient;
}

/** Divides to the nearest whole number; a half goes up. The divisor is above zero. */
export const divNearest = (dividend: bigint, divisor: bigint): bigint =>
  divFloor(2n * dividend + divisor, 2n * divisor);

export const powerOfTen = (exponent: number): bigint => 10n ** BigInt(exponent);
