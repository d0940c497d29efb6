import path from 'node:path';
import type { CSSModulesOptions, Plugin } from 'vite';

/**
 * Names a class after its file and itself: `.coinLine` of buy.module.css becomes `buy_coinLine`. The name is the same in
 * every build, readable in the browser and in e2e, and short after compression. No two files have the same name
 * (test/css-modules.test.ts).
 */
const className = (name: string, file: string) => `${path.basename(file, '.module.css')}_${name}`;

export const cssModules: CSSModulesOptions = {
  localsConvention: 'camelCaseOnly',
  generateScopedName: (name, file) => className(name, file),
};

const statement = /import\s+(\w+)\s+from\s*(["'][^"']+\.module\.css["'])/g;

/**
 * Imports each class by its own name. So the build writes the names in place (`inlineConst` in vite.config.ts) and
 * drops unused names. The stylesheet stays in the build, although no module imports from the stylesheet after that.
 */
export function inlineClassNames(): Plugin {
  return {
    name: 'inline-class-names',
    apply: 'build',
    transform: {
      order: 'post', // after types are removed, and after Vite has made a script of the stylesheet
      filter: { id: /\/apps\/web\/src\/.*\.(tsx?|module\.css)$/, code: /\.module\.css|export/ },
      handler: (code, id) =>
        id.endsWith('.css')
          ? { code, map: null, moduleSideEffects: 'no-treeshake' }
          : { code: code.replaceAll(statement, 'import * as $1 from $2'), map: null },
    },
  };
}

const prefix = '\0class-names:';

/** Replaces the CSS modules by their class names, for a module that runs outside a build. */
export function classNamesOnly(): Plugin {
  return {
    name: 'class-names-only',
    enforce: 'pre',
    resolveId: {
      filter: { id: /\.module\.css$/ },
      handler: (id) => `${prefix}${path.basename(id, '.css')}`,
    },
    load: {
      filter: { id: new RegExp(`^${prefix}`) },
      handler: (id) =>
        `export default new Proxy({}, { get: (_, name) => ${JSON.stringify(className('', `${id.slice(prefix.length)}.css`))} + name });`,
    },
  };
}
