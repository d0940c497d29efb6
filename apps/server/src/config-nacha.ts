import { z } from 'zod';

const needed = (sentence: string) => z.string({ error: sentence }).trim();

const routingNumber = (whose: string) => {
  const sentence = `must be the 9-digit routing number of ${whose}`;
  return needed(sentence).refine(isRoutingNumber, { error: sentence });
};

/** The last digit is a check digit of the others. */
function isRoutingNumber(text: string): boolean {
  const sum = Array.from(text, Number).reduce((all, digit, place) => all + digit * ([3, 7, 1][place % 3] ?? 0), 0);
  return /^\d{9}$/.test(text) && sum % 10 === 0;
}

const name = (maximum: number) => z.string().trim().min(1).max(maximum);
const origin = 'must be the immediate origin of 9 or 10 digits that your bank gave you';
const companyName = 'must be the name that receivers see, of at most 16 characters';
const companyId = 'must be the company ID of at most 10 characters that your bank gave you';

/** The data of the sender in payment files of the NACHA format. */
export const nachaSettings = z.strictObject({
  immediate_destination: routingNumber('the bank that gets the file'),
  immediate_destination_name: name(23).optional(),
  immediate_origin: needed(origin).regex(/^[\dA-Za-z]{9,10}$/, origin),
  immediate_origin_name: name(23).optional(),
  company_name: needed(companyName).min(1, companyName).max(16, companyName),
  company_id: needed(companyId).regex(/^[\x21-\x7e]{1,10}$/, companyId),
  odfi_routing: routingNumber('the bank that sends the payments into the network (ODFI)'),
  entry_description: name(10).optional(),
  balanced: z.boolean().optional(),
  account_type: z.enum(['checking', 'savings']).optional(),
});
