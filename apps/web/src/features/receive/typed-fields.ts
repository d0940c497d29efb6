import { canonicalEmail } from '@florin/contract';

export const emailProblem = (typed: string): string | undefined =>
  canonicalEmail(typed) === undefined ? 'Enter an email such as name@example.com' : undefined;
