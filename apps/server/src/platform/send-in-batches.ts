const batchSize = 10;
const batchesPerRun = 100;

/** Sends due messages in batches of ten, until none is left, 100 batches are sent, or the signal aborts. */
export async function sendInBatches<Message>(
  claim: (atMost: number) => Promise<readonly Message[]>,
  send: (message: Message) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  for (let batch = 0; batch < batchesPerRun && !signal?.aborted; batch++) {
    const messages = await claim(batchSize);
    await Promise.all(messages.map(send));
    if (messages.length < batchSize) return;
  }
}
