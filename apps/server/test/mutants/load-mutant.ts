import { registerHooks } from 'node:module';
import type { openLogKeys } from '../../src/features/proofs/log/log-keys.ts';
import type { proofOf } from '../../src/features/proofs/proof/proof.ts';
import type { stateSums } from '../../src/features/proofs/sums/state-sums.ts';

/** A piece of a source file below apps/server/src, and its replacement in a mutant of the server. */
export type Change = { readonly file: string; readonly from: string; readonly to: string };

/** The parts of a mutant that tests call. */
export type Mutant = {
  readonly stateSums: typeof stateSums;
  readonly openLogKeys: typeof openLogKeys;
  readonly proofOf: typeof proofOf;
};

const source = new URL('../../src/', import.meta.url).href;
/** A mutant has its own copy of the modules below these folders. It shares the others. */
const copied = ['features/proofs/', 'platform/metrics/'].map((folder) => source + folder);
const loaded = ['sums/state-sums', 'log/log-keys', 'proof/proof'];

/**
 * Makes Node load sources with changes. The query of a module's address names the mutant, and is passed on to the
 * module's imports. Returns a function that ends the changes.
 */
function changeSources(changesOf: (query: string) => readonly Change[], onUse: (change: Change) => void): () => void {
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const query = URL.parse(context.parentURL ?? '')?.search ?? '';
      const isCopied = copied.some((folder) => found.url.startsWith(folder)) && !found.url.includes('?');
      return isCopied ? { ...found, url: found.url + query } : found;
    },
    load(url, context, next) {
      const original = next(url, context);
      const [address, query = ''] = url.split('?');
      const changes = changesOf(query).filter(({ file }) => source + file === address);
      if (changes.length === 0) return original;
      changes.forEach(onUse);
      const text = typeof original.source === 'string' ? original.source : new TextDecoder().decode(original.source);
      return { ...original, source: changes.reduce(changed, text) };
    },
  });
  return () => hooks.deregister();
}

/**
 * Changes one place. Throws unless the text has that place exactly once: otherwise a mutant could equal the original
 * unnoticed.
 */
function changed(text: string, { file, from, to }: Change): string {
  const places = text.split(from).length - 1;
  if (places !== 1) throw new Error(`${file} has this text ${places} times, not once: ${from}`);
  return text.replace(from, () => to);
}

let mutants = 0;

/**
 * Loads the server's proofs with changes. A test requires this file by Node, because Vitest would load the proofs
 * without the changes.
 */
export async function loadMutant(changes: readonly Change[]): Promise<Mutant> {
  mutants += 1;
  const name = `mutant=${mutants}`;
  const unused = new Set(changes);
  const end = changeSources(
    (query) => (query === name ? changes : []),
    (change) => unused.delete(change),
  );
  try {
    const modules = await Promise.all(loaded.map((file) => import(`${source}features/proofs/${file}.ts?${name}`)));
    if (unused.size > 0) throw new Error(`not loaded: ${Array.from(unused, ({ file }) => file).join(', ')}`);
    return Object.assign({}, ...modules) as Mutant;
  } finally {
    end();
  }
}

/** The changes of a whole server, which is started with `node --import` of this file. */
const setting = process.env['FLORIN_TEST_CHANGES'];
if (setting !== undefined)
  changeSources(
    () => JSON.parse(setting) as Change[],
    () => undefined,
  );
