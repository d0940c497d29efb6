import { connect } from 'node:net';
import type { FileScan } from './file-scan.ts';

/** The address of ClamAV's daemon. */
type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string };

const timeoutMs = 20_000;
/** The maximum length of a response: one line and its terminator. */
const maxAnswerLength = 4_096;

/**
 * Scans with ClamAV's daemon. The daemon's command `zINSTREAM` takes chunks, each after its length, and an empty chunk
 * at the end (clamd(8)). All uploads are smaller than clamd's StreamMaxLength of 25 MB.
 */
export function clamdScan(address: ClamdAddress): FileScan {
  return async (content) => {
    const answer = await ask(address, content);
    if (answer === 'stream: OK') return undefined;
    const found = /^stream: (.+) FOUND$/.exec(answer)?.[1];
    if (found === undefined) throw new Error(`clamd answered: ${answer}`);
    return found;
  };
}

function ask(address: ClamdAddress, content: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address);
    let answer = '';
    socket.setEncoding('latin1');
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd does not answer')));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`clamd closed the connection after: ${answer}`)));
    socket.on('data', (text: string) => {
      answer += text;
      const end = answer.indexOf('\0');
      if (end === -1 && answer.length < maxAnswerLength) return;
      resolve(answer.slice(0, end));
      socket.destroy();
    });
    socket.write('zINSTREAM\0');
    socket.write(lengthOf(content));
    socket.write(content);
    socket.write(lengthOf(Buffer.of()));
  });
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return length;
}
