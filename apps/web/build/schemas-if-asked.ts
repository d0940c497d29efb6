import type { Plugin } from 'vite';

type Node = { type: string; start: number; end: number };

/**
 * What a module of the contract makes by calls, a schema above all, is left out of the built app where nobody asks for it.
 * A bundler cannot know by itself that making one has no other effect: it is told so, for each.
 */
export function schemasIfAsked(): Plugin {
  return {
    name: 'schemas-if-asked',
    apply: 'build',
    transform: {
      order: 'post', // when types are gone
      filter: { id: /\/packages\/contract\/src\// },
      handler(code) {
        let marked = code;
        // From the last to the first, so that places before stay as they are.
        for (const { start, end } of madeByCalls(this.parse(code).body).toReversed())
          marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`;
        return { code: marked, map: null };
      },
    },
  };
}

const fixed = new Set(['Literal', 'TemplateLiteral', 'ArrowFunctionExpression', 'FunctionExpression', 'Identifier']);

/** The values of a module's own constants, as far as they are more than a text, a number or a function. */
function madeByCalls(statements: readonly unknown[]): Node[] {
  return statements.flatMap((statement) => {
    const declaration = isExport(statement) ? statement.declaration : statement;
    if (!isConstants(declaration)) return [];
    return declaration.declarations.flatMap(({ init }) => (init && !fixed.has(init.type) ? [init] : []));
  });
}

const isExport = (node: unknown): node is { declaration: unknown } =>
  hasType(node) && node.type === 'ExportNamedDeclaration';

const isConstants = (node: unknown): node is { declarations: { init: Node | null }[] } =>
  hasType(node) && node.type === 'VariableDeclaration';

const hasType = (node: unknown): node is { type: unknown } =>
  typeof node === 'object' && node !== null && 'type' in node;
