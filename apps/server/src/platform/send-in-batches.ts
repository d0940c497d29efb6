const atOnce = 10;
const batchesPerRun = 100;

/** Sends what is due, ten messages at a time, until nothing is or the job is told to stop. */
export async function sendInBatches<Message>(
  claim: (atMost: number) => Promise<readonly Message[]>,
  send: (message: Message) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  for (let batch = 0; batch < batchesPerRun && !signal?.aborted; batch++) {
    const messages = await claim(atOnce);
    await Promise.all(messages.map(send));
    if (messages.length < atOnce) return;
  }
}
