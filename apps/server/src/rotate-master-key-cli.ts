import { rotateMasterKey } from './rotate-master-key.ts';

/** Beside running servers or without one: `npm run rotate-master-key`. */
process.exitCode = await rotateMasterKey(process.env, (line) => process.stdout.write(`${line}\n`));
