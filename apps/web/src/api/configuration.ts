import type { Configuration } from '@florin/contract';
import { setting } from './page-settings.ts';

const written = setting('florin-configuration');

/** What the operator configured, as in `GET /api/config`. Undefined if everything is as usual. */
export const configuration: Configuration | undefined = written?.startsWith('{') ? JSON.parse(written) : undefined;
