/** Returns a sample of a list. The same seed gives the same sample. */
import { createHash } from 'node:crypto';

export function sampleOf(list, count, seed) {
  const rank = (place) => createHash('sha256').update(`${seed} ${place}`).digest('hex');
  return list
    .map((item, place) => ({ item, place, rank: rank(place) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
