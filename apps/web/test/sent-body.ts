/** Returns the JSON body that a stubbed `fetch` received. */
export const sentBody = (init: RequestInit): unknown =>
  typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
