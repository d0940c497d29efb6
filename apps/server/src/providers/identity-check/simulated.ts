import type { IdentityAnswer, IdentityCase, IdentityCheck } from './identity-check.ts';

/**
 * The sandbox's identity check. The last name alone determines the result, so that anyone can test each one
 * (docs/operate/configure.md). `Review` goes to an operator, `Deny` is denied, `Blurry` and `Glasses` must send another
 * document or selfie once, and all others are verified.
 *
 * @param afterSeconds the delay before a result
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
      return { outcome: 'review', notes: ['The last name requests a manual review.'] };
    case 'deny':
      return { outcome: 'denied', reason: 'The document is not valid.' };
    case 'blurry':
      return askFor('document', 'The picture is blurry. Please take it again in good light.', askedFor);
    case 'glasses':
      return askFor('selfie', 'Your face is not clearly visible. Please take off your glasses.', askedFor);
    default:
      return { outcome: 'verified' };
  }
}

const askFor = (item: 'document' | 'selfie', reason: string, askedFor: IdentityCase['askedFor']): IdentityAnswer =>
  askedFor.includes(item) ? { outcome: 'verified' } : { outcome: 'needs_more', reasons: [{ item, reason }] };
