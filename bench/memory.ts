import { readFileSync } from 'node:fs';

/** Samples the resident memory of a process, in MB. Linux only. */
export function watchMemory(pid: number) {
  let peak = 0;
  const sample = () => {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    peak = Math.max(peak, Number(kilobytes) / 1_024);
    return peak;
  };
  const timer = setInterval(sample, 100);
  return {
    peak: sample,
    stop: () => {
      clearInterval(timer);
      return sample();
    },
  };
}
