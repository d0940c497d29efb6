/** The demo account, which exists only in a seeded sandbox and holds no real money. */
export const demoLogin = { email: 'ines.almeida@florin.example', password: 'double-entry-1494' } as const;
