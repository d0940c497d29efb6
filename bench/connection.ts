import { connect, type Socket } from 'node:net';

const [nothing, bufferSize] = [Buffer.alloc(0), 65_536];

/**
 * Opens a connection for one request at a time. `onAnswer` gets the answer's status and can ask whether the server
 * closes afterwards. Answers go into one buffer without streams and strings, because the load generator runs on the
 * measured cores.
 */
export function openConnection(port: number, onAnswer: (status: number, isLast: () => boolean) => void): Socket {
  const buffer = Buffer.allocUnsafe(bufferSize);
  let begun = nothing;
  const callback = (length: number) => {
    const part = buffer.subarray(0, length);
    const answer = begun.length === 0 ? part : Buffer.concat([begun, part]);
    const complete = isComplete(answer);
    begun = complete ? nothing : Buffer.from(answer);
    if (complete)
      onAnswer(Number(answer.toString('latin1', 9, 12)), () =>
        /\r\nconnection: close/i.test(answer.toString('latin1')),
      );
    return true;
  };
  return connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } });
}

/**
 * Returns whether head and body are complete. No other data follows, because a connection has one request in flight.
 */
function isComplete(answer: Buffer): boolean {
  const head = answer.indexOf('\r\n\r\n', 0, 'latin1');
  if (head === -1) return false;
  const field = answer.indexOf(lengthField, 0, 'latin1');
  if (field === -1) throw new Error(`an answer without content-length: ${answer.toString('latin1', 0, head)}`);
  const length = Number.parseInt(
    answer.toString('latin1', field + lengthField.length, field + lengthField.length + 10),
    10,
  );
  return answer.length >= head + 4 + length;
}
const lengthField = '\r\ncontent-length: ';
