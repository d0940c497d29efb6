/** A connection that has been silent for so long is dead, whatever the browser believes: the server says something every 15 s. */
const silenceMs = 45_000;

/** Ends a stream that nothing is heard of any more. */
export function watchSilence(signal: AbortSignal) {
  const tooLong = new AbortController();
  const begin = () => setTimeout(() => tooLong.abort(), silenceMs);
  let timer = begin();
  return {
    signal: AbortSignal.any([signal, tooLong.signal]),
    broken: () => {
      clearTimeout(timer);
      timer = begin();
    },
    stop: () => clearTimeout(timer),
  };
}
