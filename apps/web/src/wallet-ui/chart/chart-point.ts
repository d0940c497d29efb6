/** A value at a Unix time in seconds. For charts only, never for money. */
export type ChartPoint = { readonly at: number; readonly value: number };
