/** A number as gateways take it (E.164): `+351 912 345 678` is `+351912345678`. */
export const canonicalNumber = (phone: string): string => `+${phone.replaceAll(/\D/g, '')}`;
