import { answerTalks } from '../../../platform/threads/answer-talks.ts';
import { answerSums, type SumQuestion, type TreePart } from './sum-trees.ts';

/** Builds sum trees outside the main thread. One talk builds the trees of one statement. */
answerTalks<SumQuestion, TreePart | undefined>(answerSums);
