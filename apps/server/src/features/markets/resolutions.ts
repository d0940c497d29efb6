/**
 * The stored resolutions: candle length and retention in seconds, finest first. Minutes serve the one-day chart, with
 * some reserve.
 */
export const minutes = { every: 60, retention: 26 * 3_600 } as const;
export const hours = { every: 3_600, retention: 35 * 86_400 } as const;
export const days = { every: 86_400, retention: Infinity } as const;

export const resolutions = [minutes, hours, days] as const;
export type Resolution = (typeof resolutions)[number];

/** Returns the start of the candle that contains a moment, both in seconds since 1970. */
export const startOf = (moment: number, every: number): number => Math.floor(moment / every) * every;
