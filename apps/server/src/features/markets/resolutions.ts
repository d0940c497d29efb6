/**
 * What prices are stored as: the length of a candle and how long it is kept, in seconds. The finest first.
 * Minutes are for the charts of a day, with some room.
 */
export const minutes = { every: 60, kept: 26 * 3_600 } as const;
export const hours = { every: 3_600, kept: 35 * 86_400 } as const;
export const days = { every: 86_400, kept: Infinity } as const;

export const resolutions = [minutes, hours, days] as const;
export type Resolution = (typeof resolutions)[number];

/** The start of the candle that a moment is in. Both in seconds since 1970. */
export const startOf = (moment: number, every: number): number => Math.floor(moment / every) * every;
