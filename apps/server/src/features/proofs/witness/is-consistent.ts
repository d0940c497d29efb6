import { nodeHash } from '../log/digests.ts';

type Head = { readonly size: number; readonly root: Buffer };

/** Returns whether the hashes prove that the second tree continues the first one (RFC 9162, section 2.1.4.2). */
export function isConsistent(first: Head, second: Head, hashes: readonly Buffer[]): boolean {
  if (first.size > second.size) return false;
  if (first.size === 0) return hashes.length === 0;
  if (first.size === second.size) return hashes.length === 0 && first.root.equals(second.root);
  // The first hash is the first root itself if that tree is a full subtree.
  const isFull = Number.isInteger(Math.log2(first.size));
  const [start, ...rest] = isFull ? [first.root, ...hashes] : hashes;
  if (!start) return false;
  let place = first.size - 1;
  let last = second.size - 1;
  for (; place % 2 === 1; place = (place - 1) / 2) last = Math.floor(last / 2);
  let [old, fresh] = [start, start];
  for (const hash of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      old = nodeHash(hash, old);
      fresh = nodeHash(hash, fresh);
      for (; place % 2 === 0 && place > 0; place /= 2) last = Math.floor(last / 2);
    } else fresh = nodeHash(fresh, hash);
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && old.equals(first.root) && fresh.equals(second.root);
}
