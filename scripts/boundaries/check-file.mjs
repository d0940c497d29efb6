import path from 'node:path';
import { checkContents } from './contents.mjs';
import { importsOf } from './imports.mjs';
import {
  CHOOSES_PROVIDERS,
  FORBIDDEN_PACKAGES,
  IMPORT_INTERNALS,
  LAYERS,
  MAY_IMPORT,
  QUERY_BUILDERS,
  SLICE_CALLS,
} from './rules.mjs';

/** Returns a sentence for each rule that `file` breaks. */
export function checkFile(file, source) {
  const layer = layerOf(file);
  if (layer === undefined) return ['is in no layer; add its folder to scripts/boundaries/rules.mjs'];
  return [
    ...importsOf(file, source).flatMap((imported) => checkImport(file, layer, imported)),
    ...checkContents(file, source),
  ];
}

function checkImport(file, layer, imported) {
  if (imported.package !== undefined && FORBIDDEN_PACKAGES[layer]?.test(imported.package) && !isTool(file)) {
    return [`imports ${imported.package}, which ${layer} must not use`];
  }
  if (imported.package !== undefined && QUERY_BUILDERS.test(imported.package))
    return [`imports ${imported.package}; Florin uses plain SQL`];
  // Assets belong to no layer. Styles belong to the layer of their component.
  if (imported.path === undefined || !/\.(ts|tsx|mjs|css)$/.test(imported.path)) return [];
  const target = layerOf(imported.path);
  if (target === undefined) return [`imports ${imported.path}, which is in no layer`];
  const broken = brokenRule(file, layer, imported.path, target);
  return broken === undefined ? [] : [`imports ${imported.path}: ${broken}`];
}

function brokenRule(file, layer, imported, target) {
  if (!MAY_IMPORT[layer].includes(target)) return `${layer} may not import ${target}`;
  if (isSimulated(imported) && !isSimulated(file) && !CHOOSES_PROVIDERS.includes(layer)) {
    return 'only app.ts may choose simulated providers';
  }
  if (target === 'server/ledger' && layer !== target && !IMPORT_INTERNALS.includes(layer) && !isIndex(imported)) {
    return 'import the ledger through its index.ts';
  }
  if (target === 'server/features') return brokenSliceRule(file, layer, imported);
  if (target === 'web/features' && layer === target && sliceOf(file) !== sliceOf(imported)) {
    return 'web features may not import each other';
  }
  return undefined;
}

function brokenSliceRule(file, layer, imported) {
  if (IMPORT_INTERNALS.includes(layer)) return undefined;
  const slice = sliceOf(imported);
  const own = layer === 'server/features' ? sliceOf(file) : undefined;
  if (own === slice) return undefined;
  if (own !== undefined && !(SLICE_CALLS[own] ?? []).includes(slice)) return `${own} is not listed as calling ${slice}`;
  return isIndex(imported) ? undefined : `import ${slice} through its index.ts`;
}

function layerOf(file) {
  return LAYERS.find(([, pattern]) => pattern.test(file))?.[0];
}

function sliceOf(file) {
  return /\/features\/([^/]+)\//.exec(file)?.[1];
}

function isIndex(file) {
  return path.posix.basename(file) === 'index.ts';
}

function isSimulated(file) {
  return path.posix.basename(file).startsWith('simulated');
}

/** Tests and configuration files may use their own tools. */
function isTool(file) {
  return /\.test\.tsx?$|\.config\.ts$|\/test\//.test(file);
}
