import { setTimeout } from 'node:timers/promises';
import { answerTalks } from '../src/platform/threads/answer-talks.ts';

/** A thread whose module awaits something while it loads, like the text shaper's. */
const said = new BroadcastChannel('slow thread');
said.postMessage('awaits');
await setTimeout(300);
said.postMessage('loaded');

answerTalks<string, unknown>(() => async () => 1);
