import { describe, expect, test } from 'vitest';
import { ConfigProblem, parseConfig } from './config.ts';

const problemOf = (FLORIN_ANCHORS: string) => {
  try {
    parseConfig({ FLORIN_ANCHORS });
    return undefined;
  } catch (error) {
    return error instanceof ConfigProblem ? error.message : error;
  }
};

describe('the anchors of the log', () => {
  test('without FLORIN_ANCHORS, the log has no anchors', () => {
    expect(parseConfig({ FLORIN_TIMESTAMP_URL: 'https://tsa.example' }).anchors).toEqual({
      timeStamps: false,
      calendars: [],
    });
  });

  test('FLORIN_ANCHORS can name the time stamp server and calendars', () => {
    const env = {
      FLORIN_TIMESTAMP_URL: 'https://tsa.example',
      FLORIN_ANCHORS: 'rfc3161, https://one.example, http://two.example/ots/',
    };
    expect(parseConfig(env).anchors).toEqual({
      timeStamps: true,
      calendars: [new URL('https://one.example'), new URL('http://two.example/ots/')],
    });
  });

  test.each(['opentimestamps', 'ftp://one.example', 'https://me:secret@one.example', 'https://one.example/?a=b'])(
    'rejects %s as an anchor of the log',
    (text) =>
      expect(problemOf(text)).toBe(
        `FLORIN_ANCHORS: "${text}" must be rfc3161 or the http(s) address of an OpenTimestamps calendar.`,
      ),
  );

  test('FLORIN_ANCHORS=rfc3161 needs FLORIN_TIMESTAMP_URL', () => {
    expect(problemOf('rfc3161')).toBe('FLORIN_ANCHORS=rfc3161 needs FLORIN_TIMESTAMP_URL.');
  });
});
