import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type Rehearsal = {
  /** The address of Florin, in live mode. */
  readonly origin: string;
  /** The page of the simulated bank. */
  readonly bank: string;
  readonly stop: () => Promise<void>;
};

const script = fileURLToPath(new URL('../scripts/florin.mjs', import.meta.url));

/** Runs `npm run florin -- rehearse` until it is stopped. */
export async function startRehearsal(): Promise<Rehearsal> {
  const process_ = spawn(process.execPath, [script, 'rehearse'], {
    env: { ...process.env, PUBLIC_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  const addresses = await new Promise<Omit<Rehearsal, 'stop'>>((resolve, reject) => {
    process_.once('exit', (code) =>
      reject(new Error(`the rehearsal ended with ${code} before it was ready:\n${said}`)),
    );
    process_.stdout.on('data', (chunk) => {
      said += String(chunk);
      const [, origin] = /^ +Florin +(http\S+)$/m.exec(said) ?? [];
      const [, bank] = /^ +Pretended bank +(http\S+)/m.exec(said) ?? [];
      if (origin !== undefined && bank !== undefined && said.includes('Ctrl-C ends')) resolve({ origin, bank });
    });
  });
  return {
    ...addresses,
    stop: async () => {
      process_.removeAllListeners('exit');
      process_.kill('SIGTERM');
      await once(process_, 'exit');
    },
  };
}
