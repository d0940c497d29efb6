import {
  allocationCarrier,
  ownFundsCarrier,
  recallCarrier,
  returnCarrier,
  unownedCarrier,
} from './features/bank/index.ts';
import { orderCarriers } from './features/funding/index.ts';
import type { House } from './features/house/index.ts';
import { carryFactorReset } from './features/identity/index.ts';
import { writeOffCarrier } from './features/receivables/index.ts';

type Dependencies = Parameters<typeof orderCarriers>[0] &
  Parameters<typeof allocationCarrier>[0] &
  Parameters<typeof returnCarrier>[0] & { readonly house: House };

/** The action of each kind of proposal, executed when a second operator approves it. */
export const carriersOf = (dependencies: Dependencies) => ({
  ...orderCarriers(dependencies),
  supply_coins: dependencies.house.carrySupply,
  reset_factor: carryFactorReset,
  allocate_line: allocationCarrier(dependencies),
  allocate_unowned: unownedCarrier(dependencies),
  return_line: returnCarrier(dependencies),
  book_own_funds: ownFundsCarrier(dependencies),
  recall_deposit: recallCarrier(dependencies),
  write_off: writeOffCarrier(dependencies),
});
