import { SaxesParser } from 'saxes';

/** A second, independent reading of the schemas: the order of elements and the forms of their texts. */

export type Tree = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Tree[];
  text: string;
};

/**
 * The content of an element: a text, or elements in this order. An element with `?` may be missing. An element with `*`
 * may repeat.
 */
export type Rule = RegExp | { readonly [child: string]: Rule };

export function parsed(text: string): Tree {
  const root: Tree = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const tree: Tree = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(tree);
    open.push(tree);
  });
  parser.on('text', (part) => {
    const last = open.at(-1);
    if (last) last.text += part;
  });
  parser.on('closetag', () => void open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(text).close();
  const [document] = root.children;
  if (!document) throw new Error('no document');
  return document;
}

/** Returns the violations of the rule. */
export function problems(tree: Tree, rule: Rule, path = tree.name): readonly string[] {
  if (rule instanceof RegExp) {
    const fits = tree.children.length === 0 && rule.test(tree.text);
    return fits ? [] : [`${path} is "${tree.text}"`];
  }
  const found: string[] = [];
  let next = 0;
  for (const [key, childRule] of Object.entries(rule)) {
    const name = key.replace(/[?*]$/, '');
    const before = next;
    for (; tree.children[next]?.name === name; next++) {
      const child = tree.children[next];
      if (child) found.push(...problems(child, childRule, `${path}/${name}`));
    }
    if (next === before && !/[?*]$/.test(key)) found.push(`${path} has no ${name}`);
    if (next > before + 1 && !key.endsWith('*')) found.push(`${path} has several ${name}`);
  }
  const surplus = tree.children[next];
  return surplus ? [...found, `${path} has ${surplus.name} where it may not be`] : found;
}

/** Returns all elements at a path such as `PmtInf/CdtTrfTxInf`. */
export function all(tree: Tree, path: string): readonly Tree[] {
  let found: readonly Tree[] = [tree];
  for (const name of path.split('/'))
    found = found.flatMap(({ children }) => children.filter((child) => child.name === name));
  return found;
}

export const textAt = (tree: Tree, path: string): string | undefined => all(tree, path)[0]?.text;
