/** The keys of the log's witnesses, and how many of them must have signed. */
export type Witnesses = { readonly keys: readonly string[]; readonly needed: number };

export const noWitnesses: Witnesses = { keys: [], needed: 0 };

/** Returns the witnesses that an answer names, or no witnesses if the answer is unreadable. */
export function namedWitnesses(text: string): Witnesses {
  try {
    const answer: { witnesses?: { keys?: unknown; needed?: unknown } } | null = JSON.parse(text);
    const { keys, needed } = answer?.witnesses ?? {};
    if (!Array.isArray(keys) || typeof needed !== 'number') return noWitnesses;
    return { keys: keys.map(String), needed };
  } catch {
    return noWitnesses;
  }
}

/**
 * Joins the seen and the named witnesses. The required number of signatures never falls, so a house that once had
 * witnesses cannot show books without witnesses.
 */
export const joinWitnesses = (seen: Witnesses, named: Witnesses): Witnesses => ({
  keys: [...new Set([...seen.keys, ...named.keys])],
  needed: Math.max(seen.needed, named.needed),
});
