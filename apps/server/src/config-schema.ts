import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { configFile } from './config-file.ts';

export const configSchemaPath = fileURLToPath(new URL('../../../docs/operate/config.schema.json', import.meta.url));

/** Returns the JSON schema of FLORIN_CONFIG for editors. `npm run schema` writes it. */
export const configSchema = (): string =>
  `${JSON.stringify({ title: 'FLORIN_CONFIG', ...z.toJSONSchema(configFile, { io: 'input' }) }, null, 2)}\n`;

if (import.meta.main) writeFileSync(configSchemaPath, configSchema());
