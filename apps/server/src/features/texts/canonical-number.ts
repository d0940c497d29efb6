/** Returns a phone number in E.164 form: `+351 912 345 678` becomes `+351912345678`. */
export const canonicalNumber = (phone: string): string => `+${phone.replaceAll(/\D/g, '')}`;
