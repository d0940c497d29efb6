import * as z from 'zod/mini';
import { Refusal } from '../../../platform/refusal.ts';

const text = z.string().check(z.minLength(1), z.maxLength(20_000));
const outer = { id: z.string().check(z.minLength(1), z.maxLength(1_400)), rawId: text, type: z.literal('public-key') };

/** The used fields of the answer from `navigator.credentials.create`. */
const madePasskey = z.object({
  ...outer,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});

/** The used fields of the answer from `navigator.credentials.get`. */
const shownPasskey = z.object({
  ...outer,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.optional(z.string().check(z.maxLength(200))),
  }),
});

export type ShownPasskey = z.infer<typeof shownPasskey>;

/** Parses the answer that creates a passkey. Refusals: `passkey_refused`. */
export const readMadePasskey = (answer: unknown) => read(madePasskey, answer);

/** Parses the answer that uses a passkey. Refusals: `passkey_refused`. */
export const readShownPasskey = (answer: unknown): ShownPasskey => read(shownPasskey, answer);

function read<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const parsed = z.safeParse(schema, answer);
  if (!parsed.success) throw notAccepted();
  return parsed.data;
}

export function notAccepted(): Refusal {
  return new Refusal('passkey_refused', 'We could not accept this passkey. Please try again.');
}
