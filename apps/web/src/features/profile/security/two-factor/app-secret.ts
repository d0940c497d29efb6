import type { AnswerOf, Endpoints } from '@florin/contract';

/** What an authenticator app needs to know. */
export type AppSecret = AnswerOf<Endpoints['setUpTwoFactor']>;
