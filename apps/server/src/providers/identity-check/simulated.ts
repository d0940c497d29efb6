import type { IdentityAnswer, IdentityCase, IdentityCheck } from './identity-check.ts';

/**
 * The sandbox's identity check, by the last name alone, so that anyone can see each result (docs/operate/configure.md).
 * `Review` waits for an operator, `Deny` is denied, `Blurry` and `Glasses` are asked once for another document or selfie,
 * everybody else is verified.
 *
 * @param afterSeconds how long it takes
 */
export const simulatedIdentityCheck = ({ afterSeconds }: { afterSeconds: number }): IdentityCheck => ({
  decide: async (identityCase) =>
    Date.now() - identityCase.submittedAt.getTime() < afterSeconds * 1_000
      ? { outcome: 'pending' }
      : answerTo(identityCase),
});

function answerTo({ form, askedFor }: IdentityCase): IdentityAnswer {
  switch (form.last_name.toLowerCase()) {
    case 'review':
      return { outcome: 'review', notes: ['The last name asks for a person to look at it.'] };
    case 'deny':
      return { outcome: 'denied', reason: 'The document is not valid.' };
    case 'blurry':
      return askFor('document', 'The picture is blurry. Please take it again in good light.', askedFor);
    case 'glasses':
      return askFor('selfie', 'Your face cannot be seen well. Please take your glasses off.', askedFor);
    default:
      return { outcome: 'verified' };
  }
}

const askFor = (item: 'document' | 'selfie', reason: string, askedFor: IdentityCase['askedFor']): IdentityAnswer =>
  askedFor.includes(item) ? { outcome: 'verified' } : { outcome: 'needs_more', reasons: [{ item, reason }] };
