import type { User } from '@florin/contract';

const key = 'florin-review-due';

/** A sign-in has just been made: what waits to be kept, since the password was reset, is asked about once. */
export function askForReview({ has_factor: isKnown }: User) {
  if (isKnown !== undefined) sessionStorage.setItem(key, 'yes');
}

export const isReviewDue = (): boolean => sessionStorage.getItem(key) !== null;

export const forgetReview = () => sessionStorage.removeItem(key);
