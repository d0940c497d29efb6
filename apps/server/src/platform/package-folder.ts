import { findPackageJSON } from 'node:module';
import path from 'node:path';

/** The folder of the server's package.json, whether this runs as it is written or as it was built. */
export const packageFolder = path.dirname(findPackageJSON('.', import.meta.url) ?? '');
