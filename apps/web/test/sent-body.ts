/** What a stubbed `fetch` was sent as JSON. */
export const sentBody = (init: RequestInit): unknown =>
  typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
