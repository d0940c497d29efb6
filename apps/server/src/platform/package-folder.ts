import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** The folder of the server's package.json, for both the source and the built server. */
export const packageFolder = path.dirname(findPackageJSON('.', import.meta.url) ?? '');
