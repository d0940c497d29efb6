import { useState } from 'react';
import { forgetReview, isReviewDue } from '../api/review-due.ts';
import { useSession } from '../api/session.ts';
import { whenNeeded } from '../ui/when-needed.tsx';

const ReviewDialog = whenNeeded(
  () => import('./review-dialog.tsx').then((loaded) => loaded.ReviewDialog),
  () => undefined, // the profile page asks as well
);

/** After a reset of the password, asks once which passkeys and bank accounts the member keeps. */
export function ReviewAfterSignIn() {
  const [due, setDue] = useState(isReviewDue);
  const { user } = useSession();
  const close = () => {
    forgetReview();
    setDue(false);
  };
  return due && user ? <ReviewDialog onClose={close} /> : null;
}
