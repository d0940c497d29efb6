/** `$1.27T` */
export const compactDollars = (value: number): string => dollars.format(value);

/** `19.78M` */
export const compactCount = (value: number): string => count.format(value);

const compact = { notation: 'compact', maximumFractionDigits: 2 } as const;
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', ...compact });
const count = new Intl.NumberFormat('en', compact);
