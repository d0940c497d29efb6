/** The sandbox's demo account. It holds no real money, and exists only in a seeded sandbox. */
export const demoLogin = { email: 'ines.almeida@florin.example', password: 'double-entry-1494' } as const;
