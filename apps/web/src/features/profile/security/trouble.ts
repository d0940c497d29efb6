import { CallRefused, type ErrorCode } from '@florin/contract';
import { refusalText } from '../../../api/refusal-text.ts';

export const codeOf = (error: unknown): ErrorCode | undefined =>
  error instanceof CallRefused ? error.body?.code : undefined;

export const troubleText = (error: unknown): string =>
  refusalText(error, 'The server did not answer. Please try again.');
