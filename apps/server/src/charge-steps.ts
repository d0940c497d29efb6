import { finishDeposit, type BeforeCapture, type ChargeFinishers } from './features/funding/index.ts';
import { finishPurchase, priceAfterConfirmation } from './features/trading/index.ts';

type Dependencies = Parameters<typeof finishDeposit>[0] &
  Parameters<typeof finishPurchase>[0] &
  Parameters<typeof priceAfterConfirmation>[0];

type ChargeSteps = { readonly finishers: ChargeFinishers; readonly beforeCapture: BeforeCapture };

/** The purpose of each kind of charge, and whether its price still holds after the member confirmed it at the bank. */
export const chargeSteps = (dependencies: Dependencies): ChargeSteps => ({
  finishers: {
    deposit: (charge) => finishDeposit(dependencies, charge),
    buy: (charge) => finishPurchase(dependencies, charge),
  },
  beforeCapture: async (charge) => (charge.purpose === 'buy' ? priceAfterConfirmation(dependencies, charge) : {}),
});
