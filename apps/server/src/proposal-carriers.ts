import { orderCarriers } from './features/funding/index.ts';
import type { House } from './features/house/index.ts';
import { carryFactorReset } from './features/identity/index.ts';

type Dependencies = Parameters<typeof orderCarriers>[0] & { readonly house: House };

/** What a second operator's approval does, by the kind of proposal. */
export const carriersOf = (dependencies: Dependencies) => ({
  ...orderCarriers(dependencies),
  supply_coins: dependencies.house.carrySupply,
  reset_factor: carryFactorReset,
});
