/** A value at a moment, in seconds since 1970. For charts, never for money. */
export type ChartPoint = { readonly at: number; readonly value: number };
