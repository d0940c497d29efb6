import { orderCarriers } from './features/funding/index.ts';
import type { House } from './features/house/index.ts';
import { carryFactorReset } from './features/identity/index.ts';

type Dependencies = Parameters<typeof orderCarriers>[0] & { readonly house: House };

/** The action of each kind of proposal, executed when a second operator approves it. */
export const carriersOf = (dependencies: Dependencies) => ({
  ...orderCarriers(dependencies),
  supply_coins: dependencies.house.carrySupply,
  reset_factor: carryFactorReset,
});
