import { useQuery } from '@tanstack/react-query';
import { openChecker } from '../../api/proof/checker.ts';
import { serverDate } from '../../api/server-time.ts';
import { seenLog } from '../../api/proof/proof-store.ts';

/** Checks the signature of a checkpoint in this browser. `isKnown` is whether the browser saw the key before. */
export function useCheckedCheckpoint(checkpoint: string | null, key: string) {
  const { data } = useQuery({
    queryKey: ['checked-checkpoint', checkpoint, key],
    queryFn: async () => {
      const checker = openChecker();
      const bytes = new Uint8Array(new TextEncoder().encode(checkpoint ?? ''));
      const answer = await checker
        .check({ kind: 'file', bytes, key, known: [], now: serverDate() })
        .finally(checker.close);
      if (answer.kind === 'unsupported') return null;
      return answer.kind === 'checkpoint' && answer.judgment.ok;
    },
    enabled: checkpoint !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const known = seenLog()?.keys.filter((one) => one.split('+')[0] === key.split('+')[0]) ?? [];
  return { isSigned: data, isOther: known.length > 0 && !known.includes(key) };
}
