/** Returns a delay that can be ended early. */
export function cancellableDelay() {
  let end = () => {};
  return {
    take: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    end: () => end(),
  };
}
