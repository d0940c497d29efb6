import { rotateMasterKey } from './rotate-master-key.ts';

// `npm run rotate-master-key`: changes the master key, with or without running servers.
process.exitCode = await rotateMasterKey(process.env, (line) => process.stdout.write(`${line}\n`));
