import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddress } from '../../src/platform/database/pool.ts';
import { endOf, through } from '../cuttable-wire.ts';
import { readExchange, withError, withoutResults, type Exchange, type Fault } from './exchange.ts';
import { messageReader, type Message } from './messages.ts';

/** Decides for each request to the database whether it fails, and how. */
export type Faults = (exchange: Exchange) => Fault | undefined;

export type FaultyWire = Awaited<ReturnType<typeof faultyWire>>;

/**
 * A proxy to a database that parses the protocol and injects faults. Until `spoil` is called, the proxy passes
 * everything through.
 */
export async function faultyWire(database: DatabaseAddress) {
  let faults: Faults = () => undefined;
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(endOf(database));
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    join(near, far, (exchange) => faults(exchange));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  return {
    /** The address of the database through this proxy. */
    address: through(database, typeof bound === 'object' && bound ? bound.port : 0),
    spoil: (next: Faults) => void (faults = next),
    heal: () => void (faults = () => undefined),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** An answer that is collected until it is complete. Without such an answer, messages pass through as they arrive. */
type Held = { readonly received: Message[]; readonly done: (answer: Message[]) => void };

const idle = 'I';
const failed = 'E';

/** Queues pipelined requests until the database is ready, so that each request can fail on its own. */
function join(near: Socket, far: Socket, faults: Faults) {
  const readNear = messageReader({ startsUntyped: true });
  const readFar = messageReader({ startsUntyped: false });
  let asked: Message[] = [];
  let held: Held | undefined;
  let status = '';
  let turn = Promise.resolve();
  let ready: () => void = () => undefined;

  near.on('data', (chunk: Buffer) => {
    for (const message of readNear(chunk)) ask(message);
  });
  far.on('data', (chunk: Buffer) => {
    for (const message of readFar(chunk)) answer(message);
  });

  function ask(message: Message) {
    if (!partsOfExchanges.has(message.type)) return void far.write(message.bytes);
    asked.push(message);
    if (message.type !== 'S' && message.type !== 'Q') return;
    const whole = asked;
    asked = [];
    turn = turn.then(async () => {
      const isReady = new Promise<void>((resolve) => (ready = resolve));
      await spoil(whole, status === failed ? undefined : faults(readExchange(whole, status !== idle)));
      await isReady;
    });
  }

  function answer(message: Message) {
    if (message.type === 'Z') {
      status = message.bytes.toString('latin1', 5, 6);
      ready();
    }
    if (!held) return void near.write(message.bytes);
    held.received.push(message);
    if (message.type !== 'Z') return;
    const { received, done } = held;
    held = undefined;
    done(received);
  }

  async function spoil(whole: Message[], fault: Fault | undefined) {
    const bytes = Buffer.concat(whole.map((message) => message.bytes));
    switch (fault?.fault) {
      case undefined:
        return void far.write(bytes);
      case 'delay':
        await sleep(fault.ms);
        return void far.write(bytes);
      case 'error': {
        const answered = await wholeAnswerTo(withError(whole, fault));
        return void near.write(Buffer.concat(withoutResults(answered, whole).map((message) => message.bytes)));
      }
      case 'reset':
        if (fault.when === 'during') far.write(bytes);
        if (fault.when === 'after') await wholeAnswerTo(bytes);
        near.resetAndDestroy();
        far.end();
    }
  }

  const wholeAnswerTo = (bytes: Buffer) =>
    new Promise<Message[]>((done) => {
      held = { received: [], done };
      far.write(bytes);
    });
}

/** Query, Parse, Bind, Describe, Execute, Flush, Close, Sync. */
const partsOfExchanges = new Set(['Q', 'P', 'B', 'D', 'E', 'H', 'C', 'S']);
