/** A connection without data for this long is dead. The server sends something every 15 s. */
const silenceMs = 45_000;

/** Returns a signal that aborts a silent stream. Call `reset` on each chunk. */
export function watchSilence(signal: AbortSignal) {
  const silent = new AbortController();
  const begin = () => setTimeout(() => silent.abort(), silenceMs);
  let timer = begin();
  return {
    signal: AbortSignal.any([signal, silent.signal]),
    reset: () => {
      clearTimeout(timer);
      timer = begin();
    },
    stop: () => clearTimeout(timer),
  };
}
