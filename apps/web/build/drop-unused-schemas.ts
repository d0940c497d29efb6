import type { Plugin } from 'vite';

type Node = { type: string; start: number; end: number };

/**
 * Lets the bundler drop unused schemas and other computed constants of the contract. The plugin marks the constants'
 * calls as pure, because a bundler must assume side effects.
 */
export function dropUnusedSchemas(): Plugin {
  return {
    name: 'drop-unused-schemas',
    apply: 'build',
    transform: {
      order: 'post', // after types are removed
      filter: { id: /\/packages\/contract\/src\// },
      handler(code) {
        let marked = code;
        // Replaces from last to first, so earlier positions stay valid.
        for (const { start, end } of computedConstants(this.parse(code).body).toReversed())
          marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${marked.slice(start, end)}))()${marked.slice(end)}`;
        return { code: marked, map: null };
      },
    },
  };
}

const literalTypes = new Set([
  'Literal',
  'TemplateLiteral',
  'ArrowFunctionExpression',
  'FunctionExpression',
  'Identifier',
]);

/** Returns the initial values of a module's constants, except literals, functions and references. */
function computedConstants(statements: readonly unknown[]): Node[] {
  return statements.flatMap((statement) => {
    const declaration = isExport(statement) ? statement.declaration : statement;
    if (!isConstants(declaration)) return [];
    return declaration.declarations.flatMap(({ init }) => (init && !literalTypes.has(init.type) ? [init] : []));
  });
}

const isExport = (node: unknown): node is { declaration: unknown } =>
  hasType(node) && node.type === 'ExportNamedDeclaration';

const isConstants = (node: unknown): node is { declarations: { init: Node | null }[] } =>
  hasType(node) && node.type === 'VariableDeclaration';

const hasType = (node: unknown): node is { type: unknown } =>
  typeof node === 'object' && node !== null && 'type' in node;
