import { useState } from 'react';
import { forgetReview, isReviewDue } from '../api/review-due.ts';
import { useSession } from '../api/session.ts';
import { loadOnDemand } from '../ui/load-on-demand.tsx';

const ReviewDialog = loadOnDemand(
  () => import('./review-dialog.tsx').then((loaded) => loaded.ReviewDialog),
  () => undefined, // the profile page has the same review
);

/** Asks once after a password reset which passkeys and bank accounts the member wants to keep. */
export function ReviewAfterSignIn() {
  const [due, setDue] = useState(isReviewDue);
  const { user } = useSession();
  const close = () => {
    forgetReview();
    setDue(false);
  };
  return due && user && !user.business ? <ReviewDialog onClose={close} /> : null;
}
