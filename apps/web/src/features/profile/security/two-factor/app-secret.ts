import type { AnswerOf, Endpoints } from '@florin/contract';

/** The secret for an authenticator app, as a key and as a URI. */
export type AppSecret = AnswerOf<Endpoints['setUpTwoFactor']>;
