/** Makes mutants of TypeScript, each with one changed place of a file, like a typical mistake. */
import { parseAst } from 'vitest/node';

const swaps = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '++': ['--'],
  '--': ['++'],
};

/** @returns {{ start: number, end: number, text: string }[]} one replacement each */
export function mutantsOfTypeScript(source) {
  const found = [];
  const replace = ({ start, end }, ...texts) => {
    for (const text of texts) if (source.slice(start, end) !== text) found.push({ start, end, text });
  };
  /** The operator is between its two sides. */
  const swap = ({ operator, left, right }) => {
    const at = source.indexOf(operator, left.end);
    if (at < right.start && swaps[operator]) replace({ start: at, end: at + operator.length }, ...swaps[operator]);
  };
  const kinds = {
    BinaryExpression: swap,
    LogicalExpression: swap,
    AssignmentExpression: swap,
    UpdateExpression: (node) =>
      replace(node, source.slice(node.start, node.end).replace(node.operator, swaps[node.operator][0])),
    UnaryExpression: (node) => {
      if (node.operator === '!' || node.operator === '-')
        replace(node, source.slice(node.argument.start, node.argument.end));
    },
    ConditionalExpression: ({ test }) => replace(test, 'true', 'false'),
    IfStatement: ({ test }) => replace(test, 'true', 'false'),
    WhileStatement: ({ test }) => replace(test, 'false'),
    ForStatement: ({ test }) => test && replace(test, 'false'),
    ThrowStatement: (node) => replace(node, ';'),
    ReturnStatement: (node) => node.argument && replace(node.argument, 'undefined'),
    ExpressionStatement: (node) => replace(node, ';'),
    ArrowFunctionExpression: ({ body }) => body.type !== 'BlockStatement' && replace(body, 'undefined'),
    ArrayExpression: (node) => node.elements.length > 0 && replace(node, '[]'),
    ObjectExpression: (node) => node.properties.length > 0 && replace(node, '{}'),
    TemplateLiteral: (node) => replace(node, '``'),
    Literal: (node) => replace(node, ...literals(node)),
  };
  walk(parseAst(source, { lang: 'ts' }), (node) => kinds[node.type]?.(node));
  return found.filter(({ start, end, text }) => isParsed(source.slice(0, start) + text + source.slice(end)));
}

function literals({ value, bigint, raw }) {
  if (bigint !== undefined && bigint !== null) return [`${BigInt(bigint) + 1n}n`];
  if (typeof value === 'number') return [String(value + 1)];
  if (typeof value === 'boolean') return [String(!value)];
  if (typeof value === 'string') return [value === '' ? `'mutant'` : `''`];
  return [raw];
}

/** Returns whether the node is left out: types, imports and error messages. */
const isLeftOut = (node) =>
  node.type.startsWith('TS') && !keptTypes.has(node.type)
    ? true
    : node.type === 'ImportDeclaration' ||
      (node.type === 'NewExpression' && /Error$|^Refusal$/.test(node.callee.name ?? ''));

/** TypeScript nodes that contain code next to a type. */
const keptTypes = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

function walk(node, visit) {
  if (isLeftOut(node)) return;
  visit(node);
  for (const [name, value] of Object.entries(node)) {
    if (name === 'typeAnnotation' || (name === 'key' && !node.computed)) continue;
    for (const inner of Array.isArray(value) ? value : [value]) if (typeof inner?.type === 'string') walk(inner, visit);
  }
}

function isParsed(source) {
  try {
    parseAst(source, { lang: 'ts' });
    return true;
  } catch {
    return false;
  }
}
