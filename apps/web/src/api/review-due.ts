import type { User } from '@florin/contract';

const key = 'florin-review-due';

/** Marks the review of passkeys and bank accounts as due after a sign-in. Only servers with factor data need it. */
export function markReviewDue({ has_factor: isKnown }: User) {
  if (isKnown !== undefined) sessionStorage.setItem(key, 'yes');
}

export const isReviewDue = (): boolean => sessionStorage.getItem(key) !== null;

export const forgetReview = () => sessionStorage.removeItem(key);
