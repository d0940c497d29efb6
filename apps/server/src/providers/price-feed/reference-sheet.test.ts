import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { referenceSheet } from './reference-sheet.ts';

const icons = new URL('../../../../web/public/coins/', import.meta.url);
const iconFiles = readdirSync(icons).filter((file) => file.endsWith('.svg'));
const readIcon = (file: string) => readFileSync(new URL(file, icons), 'utf8');
const iconOf = (symbol: string) => `${symbol.toLowerCase()}.svg`;

describe('the reference sheet', () => {
  test('lists more coins than the landing page promises', () => {
    expect(referenceSheet.length).toBeGreaterThanOrEqual(190);
  });

  test('names every coin once, by a symbol that fits an asset code', () => {
    expect(new Set(referenceSheet.map((coin) => coin.symbol)).size).toBe(referenceSheet.length);
    expect(new Set(referenceSheet.map((coin) => coin.name)).size).toBe(referenceSheet.length);
    expect(referenceSheet.map((coin) => coin.symbol).filter((symbol) => !/^[A-Z0-9]{2,10}$/.test(symbol))).toEqual([]);
  });

  test('gives exact decimals above zero, none below a millionth of a dollar', () => {
    const wrong = referenceSheet.filter(
      (coin) => !/^(0|[1-9]\d*)(\.\d{1,10})?$/.test(coin.usdPerCoin) || Number(coin.usdPerCoin) < 0.000001,
    );
    expect(wrong).toEqual([]);
  });

  test('gives supplies in whole coins and volatilities of at most 10 percent a day', () => {
    const isWhole = (supply: string) => /^[1-9]\d*$/.test(supply);
    expect(referenceSheet.filter((coin) => !isWhole(coin.supply))).toEqual([]);
    const isPlausible = (percent: number) => percent > 0 && percent <= 10;
    expect(referenceSheet.filter((coin) => !isPlausible(coin.dailyVolatilityPercent))).toEqual([]);
  });

  test('puts a coin that is pegged to the dollar within 0.1 % of it', () => {
    const pegged = referenceSheet.filter((coin) => coin.beta === 0);
    expect(pegged.map((coin) => coin.symbol)).toContain('USDT');
    expect(pegged.filter((coin) => Math.abs(Number(coin.usdPerCoin) - 1) > 0.001)).toEqual([]);
  });

  test('stands in the order of market cap, largest first', () => {
    const caps = referenceSheet.map((coin) => Number(coin.usdPerCoin) * Number(coin.supply));
    expect(caps).toEqual(caps.toSorted((one, other) => other - one));
  });
});

describe('the icons of the reference sheet', () => {
  test('are there for every coin and for nothing else', () => {
    expect(iconFiles.toSorted()).toEqual(referenceSheet.map((coin) => iconOf(coin.symbol)).toSorted());
  });

  test('are small pictures that load and run nothing', () => {
    const runsOrLoads = /<script|<foreignObject|<image|<style|\son\w+=|href="(?!#)|url\((?!#)/i;
    const wrong = iconFiles.filter((file) => {
      const svg = readIcon(file);
      return svg.length > 7 * 1024 || !svg.startsWith('<svg ') || runsOrLoads.test(svg);
    });
    expect(wrong).toEqual([]);
  });

  test('carry ids that cannot collide with those of another coin', () => {
    const wrong = iconFiles.filter((file) => {
      const ids = Array.from(readIcon(file).matchAll(/\sid="([^"]*)"/g), ([, id]) => id);
      return ids.some((id) => !id?.startsWith(`${file.slice(0, -'.svg'.length)}-`));
    });
    expect(wrong).toEqual([]);
  });
});
