/** Returns a delay that can be ended early. */
export function wakefulPause() {
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
