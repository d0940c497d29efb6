/** A thread whose module never finishes loading. */
setInterval(() => undefined, 1_000);
await new Promise(() => undefined);
