import type { Configuration } from '@florin/contract';
import { setting } from './page-settings.ts';

const written = setting('florin-configuration');

/** The operator's configuration, as in `GET /api/config`. Undefined if all settings have their defaults. */
export const configuration: Configuration | undefined = written?.startsWith('{') ? JSON.parse(written) : undefined;
