/** A payment file that cannot be written. The message is a sentence for an operator. */
export class PaymentFileError extends Error {
  override readonly name = 'PaymentFileError';
}
