/** A bank file that is not imported. The message tells an operator why. */
export class BankFileProblem extends Error {
  override readonly name = 'BankFileProblem';
  /** True if another file may have to be imported first. */
  readonly isOutOfOrder: boolean;

  constructor(message: string, { isOutOfOrder = false } = {}) {
    super(message);
    this.isOutOfOrder = isOutOfOrder;
  }
}
